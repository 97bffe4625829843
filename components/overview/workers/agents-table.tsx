import type { Processes } from '#components/api/models.ts'
import { Elapsed } from '#components/ui/text/time.tsx'
import { workersTexts } from '../texts/workers.ts'
import { Alive, Chips, Count, ProcessName, Since } from './process-cells.tsx'
import { ProcessTable } from './process-table.tsx'

/** Agents with their queues, their code and the tasks in hand. */
export function Agents({ agents }: { agents: Processes['agents'] }) {
  return (
    <ProcessTable
      title={workersTexts.agents}
      columns={[
        { label: workersTexts.agent },
        { label: workersTexts.state },
        { label: workersTexts.queues },
        { label: workersTexts.workflows, isWide: true },
        { label: workersTexts.tasks },
        { label: workersTexts.oldest, isWide: true },
        { label: workersTexts.replaysSaved, isWide: true },
        { label: workersTexts.version, isWide: true },
        { label: workersTexts.lastSeen },
      ]}
      none={workersTexts.noAgents}
      rows={agents.map((agent) => ({
        key: agent.id,
        cells: [
          <ProcessName key="name" name={agent.id.split(':').slice(0, 2).join(' · ')} id={agent.id} />,
          <Alive key="alive" isAlive={agent.isAlive} />,
          <Chips key="queues" texts={agent.queues} />,
          <Chips
            key="workflows"
            texts={agent.workflows.map(({ type, version }) => workersTexts.workflowVersion(type, version))}
          />,
          <Count key="tasks" count={agent.tasks} />,
          <Since key="oldest" at={agent.busySince} />,
          <ReplaysSaved key="saved" {...agent} />,
          <span key="version" className="wrap-anywhere">
            {agent.version ?? <span className="text-faint">–</span>}
          </span>,
          <span key="seen" className="text-muted">
            <Elapsed from={agent.seenAt} short /> {workersTexts.ago}
          </span>,
        ],
      }))}
    />
  )
}

/** Deliveries that a cached body took without a replay, of all deliveries. */
function ReplaysSaved({ deliveries, cacheHits }: Pick<Processes['agents'][number], 'deliveries' | 'cacheHits'>) {
  if (deliveries === 0) return <span className="text-faint">–</span>
  return <span title={workersTexts.replaysSavedHint}>{workersTexts.ofAll(cacheHits, deliveries)}</span>
}
