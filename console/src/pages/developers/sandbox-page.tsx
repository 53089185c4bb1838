/** Tools of the sandbox: its clock, money for accounts, and faults on request. */
import { Alert } from '@mantine/core';
import { useData } from '../../api/hooks.ts';
import { EmptyState, LoadingRows, ProblemNotice } from '../../components/notices.tsx';
import { useRole } from '../../session/session.tsx';
import { DeveloperPage } from './developer-page.tsx';
import { SandboxStateDocument } from './developers.documents.ts';
import { ClockTool } from './sandbox-clock.tsx';
import { Faults } from './sandbox-faults.tsx';
import { FundTool } from './sandbox-fund.tsx';

export function Component() {
  const [mayTransact, mayManage] = [useRole('TRANSACT'), useRole('MANAGE')];
  const { data, problem, isLoading, reload } = useData(SandboxStateDocument, {});
  return (
    <DeveloperPage title="Sandbox">
      {isLoading && <LoadingRows />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {data && !data.sandboxClock && (
        <EmptyState title="Not a sandbox">These tools exist in sandboxes only.</EmptyState>
      )}
      {data?.sandboxClock && (
        <>
          {mayTransact ? (
            <>
              <ClockTool now={data.sandboxClock.now} onMoved={reload} />
              <FundTool />
            </>
          ) : (
            <Alert color="blue">A member with the role Transact can move the clock and fund accounts.</Alert>
          )}
          {mayManage && <Faults faults={data.sandboxFaults} onChanged={reload} />}
        </>
      )}
    </DeveloperPage>
  );
}
