/** The code that connects the software of an agent: as text, and as a QR code for a phone. It is shown once. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { encode } from 'uqr';
import { useCopy } from '../../components/copyable.tsx';
import { RelativeTime } from '../../components/time.tsx';
import classes from './agents.module.css';

export interface ShownCode {
  readonly code: string;
  readonly expiresAt: string;
}

/** One path of squares: a QR code of any size is one element. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 1 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes.qr}
      role="img"
      aria-label="QR code of the device code"
    >
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

export function DeviceCodeWindow({
  code,
  onClose,
}: {
  readonly code: ShownCode | undefined;
  readonly onClose: () => void;
}) {
  const { isCopied, copy } = useCopy();
  return (
    <Modal opened={code !== undefined} onClose={onClose} title="Device code" centered>
      {code && (
        <Stack gap="md" align="center">
          <Text size="sm">
            Enter this code in the software of the agent. It works once and expires{' '}
            <RelativeTime at={code.expiresAt} />. It is not shown again.
          </Text>
          <QrCode text={code.code} />
          <div className={classes.code}>{code.code}</div>
          <Group>
            <Button variant="default" onClick={() => copy(code.code)}>
              {isCopied ? 'Copied' : 'Copy'}
            </Button>
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
