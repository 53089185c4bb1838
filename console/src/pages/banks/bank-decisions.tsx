/** Decisions on files and deposits: who has decided, and the window in which the next person does. */
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Problem } from '../../api/problem.ts';
import type { ActorPartsFragment } from '../../api/shared.documents.ts';
import { ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/page.tsx';
import { ActorName } from '../../components/records.tsx';
import { Time } from '../../components/time.tsx';
import classes from './banks.module.css';

export interface DecisionRecord {
  readonly isApproval: boolean;
  readonly comment: string | null;
  readonly createdAt: string;
  readonly actor: ActorPartsFragment;
}

/** Whether this member has decided, so that another person must. */
export const hasDecided = (decisions: readonly DecisionRecord[], memberId: string): boolean =>
  decisions.some(({ actor }) => actor.id === memberId);

export function SecondPersonNotice({ what }: { readonly what: string }) {
  return (
    <Alert color="blue" role="status">
      You have decided. A second person must confirm {what}.
    </Alert>
  );
}

export function Decisions({
  decisions,
  textOf,
}: {
  readonly decisions: readonly DecisionRecord[];
  /** What the person did: `Released`. */
  readonly textOf: (decision: DecisionRecord) => string;
}) {
  if (decisions.length === 0) return null;
  return (
    <Section title="Decisions">
      <ul className={classes.decisions}>
        {decisions.map((decision) => (
          <li key={`${decision.actor.id}/${decision.createdAt}`}>
            {textOf(decision)} by <ActorName actor={decision.actor} />, <Time at={decision.createdAt} />
            {decision.comment && <span className={classes.comment}>{decision.comment}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const maxCommentLength = 255;

/** A window with what happens, a comment, and what a decision needs besides. */
export function DecisionWindow({
  isOpen,
  title,
  text,
  button,
  isDangerous = false,
  isReady = true,
  isRunning,
  problem,
  children,
  onDecide,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly title: string;
  /** What happens. */
  readonly text: string;
  readonly button: string;
  readonly isDangerous?: boolean;
  /** Whether all fields besides the comment have a value. */
  readonly isReady?: boolean;
  readonly isRunning: boolean;
  readonly problem: Problem | undefined;
  /** Other fields. */
  readonly children?: ReactNode;
  readonly onDecide: (comment: string | null) => void;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered>
      <DecisionForm {...{ text, button, isDangerous, isReady, isRunning, problem, onDecide, onClose }}>
        {children}
      </DecisionForm>
    </Modal>
  );
}

function DecisionForm({
  text,
  button,
  isDangerous,
  isReady,
  isRunning,
  problem,
  children,
  onDecide,
  onClose,
}: Omit<Required<Parameters<typeof DecisionWindow>[0]>, 'isOpen' | 'title' | 'children'> & {
  readonly children: ReactNode;
}) {
  const [comment, setComment] = useState('');
  const commentError = problem?.fields.get('comment');
  // The message of a field that the window shows is at the field.
  const isAtField = commentError !== undefined || problem?.fields.has('accountId');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isRunning) onDecide(comment.trim() === '' ? null : comment.trim());
      }}
    >
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {!isAtField && <ProblemNotice problem={problem} />}
        {children}
        <Textarea
          label="Comment (optional)"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={maxCommentLength}
          value={comment}
          error={commentError}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isReady}
            loading={isRunning}
            {...(isDangerous && { color: 'red' })}
          >
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
