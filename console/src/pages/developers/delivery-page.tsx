/** One delivery with the bodies of its attempts. */
import { Button, Text } from '@mantine/core';
import { ReloadIcon } from '@radix-ui/react-icons';
import { useParams } from 'react-router';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { CopyableId } from '../../components/copyable.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { DetailList, Page, Section } from '../../components/page.tsx';
import { Status } from '../../components/status.tsx';
import { RelativeTime, Time } from '../../components/time.tsx';
import { useRole } from '../../session/session.tsx';
import { Body } from './body.tsx';
import { DeliveryDetailDocument, ResendDocument } from './developers.documents.ts';
import classes from './developers.module.css';

export function Component() {
  const { id = '' } = useParams();
  const mayManage = useRole('MANAGE');
  const { data, problem, isLoading, reload } = useData(DeliveryDetailDocument, { id });
  const { run, isRunning, problem: resending } = useOperation(ResendDocument);
  const delivery = data?.node?.__typename === 'WebhookDelivery' ? data.node : undefined;
  return (
    <Page
      title={delivery ? delivery.type : 'Delivery'}
      back={{ to: '/developers/webhooks', label: 'Webhooks' }}
      actions={
        <>
          <Button variant="default" leftSection={<ReloadIcon aria-hidden />} onClick={reload}>
            Refresh
          </Button>
          {/* A test is sent once: only its first response counts. */}
          {mayManage && delivery && delivery.type !== 'TEST' && (
            <Button loading={isRunning} onClick={() => void run({ deliveryId: id }).then(reload)}>
              Send again
            </Button>
          )}
        </>
      }
    >
      <ProblemNotice problem={resending} />
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows />}
      {data && !delivery && !problem && (
        <EmptyState title="This delivery does not exist">Deliveries are removed after some time.</EmptyState>
      )}
      {delivery && (
        <>
          <Section title="Delivery">
            <DetailList
              details={[
                { label: 'Status', value: <Status value={delivery.status} /> },
                { label: 'Endpoint', value: delivery.endpoint?.url ?? 'The endpoint was removed.' },
                { label: 'Time of the event', value: <Time at={delivery.createdAt} withSeconds /> },
                {
                  label: 'Next attempt',
                  value: delivery.nextAttemptAt && <RelativeTime at={delivery.nextAttemptAt} />,
                },
                { label: 'Event', value: <CopyableId id={delivery.eventId} /> },
                { label: 'Resource', value: delivery.resourceId && <CopyableId id={delivery.resourceId} /> },
                { label: 'Number in the resource', value: delivery.sequence },
              ]}
            />
          </Section>
          <Section title="Attempts">
            {delivery.attempts.length === 0 && <Text c="dimmed">Not sent yet.</Text>}
            {delivery.attempts.toReversed().map((attempt, index) => (
              <details key={attempt.at} className={classes.attempt} open={index === 0}>
                <summary>
                  <Time at={attempt.at} withSeconds /> ·{' '}
                  {attempt.responseStatus === null
                    ? (attempt.error ?? 'No response')
                    : `HTTP ${attempt.responseStatus}`}{' '}
                  · {attempt.durationMs} ms
                </summary>
                <Body title="Request" text={attempt.requestBody} />
                <Body title="Response" text={attempt.responseBody} />
              </details>
            ))}
          </Section>
        </>
      )}
    </Page>
  );
}
