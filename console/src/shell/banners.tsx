/** Messages about the service that concern every page. */
import { Button } from '@mantine/core';
import { checkConnection, useConnection } from '../api/connection.ts';
import classes from './shell.module.css';

export function ConnectionBanner() {
  const { isLost } = useConnection();
  return (
    <div role="status" aria-live="polite">
      {isLost && (
        <div className={classes.banner}>
          <span>
            The service cannot be reached. What you typed stays here; this page continues by itself.
          </span>
          <Button size="compact-xs" variant="default" onClick={checkConnection}>
            Check now
          </Button>
        </div>
      )}
    </div>
  );
}
