/** The steps of a payment on one line of time. */
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Time } from '../../components/time.tsx';
import type { Step } from './explanation.ts';
import classes from './payments.module.css';

export function Timeline({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={classes.timeline}>
      {steps.map((step) => (
        <li key={step.key} data-tone={step.tone}>
          <div className={classes.stepHeader}>
            <span className={classes.stepKind}>{step.label}</span>
            <Time at={step.at} withSeconds />
          </div>
          <div className={classes.stepTitle}>{step.title}</div>
          {step.lines.map((line) => (
            <div key={line} className={classes.stepLine}>
              {line}
            </div>
          ))}
          {step.quotation && <blockquote className={classes.quotation}>{step.quotation}</blockquote>}
          {step.link && (
            <Anchor component={Link} to={step.link.to} size="sm">
              {step.link.label}
            </Anchor>
          )}
        </li>
      ))}
    </ol>
  );
}
