import type { Processes } from '#components/api/models.ts'
import { runsPath } from '#components/shell/paths.ts'
import { CopyButton } from '#components/ui/controls/copy-button.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { slotBounds } from '#core/run/sentence/waiting.ts'
import { workersTexts } from '../texts/workers.ts'

/** The reasons why work does not move, each with its remedy; or that there are none. */
export function Verdict({ data: { warnings, engines, workers, agents, queues, queued, slots } }: { data: Processes }) {
  const alive = engines.filter(({ isAlive }) => isAlive)
  const unserved = queues.filter((queue) => queue.waiting > 0 && queue.workers === 0)
  const isFine = alive.length > 0 && unserved.length === 0 && queued.count === 0
  return (
    <div className="grid gap-2 px-4 pt-4 pb-1">
      {isFine && (
        <Callout tone="done">
          {workersTexts.everythingRuns(
            workersTexts.engineCount(alive.length),
            workersTexts.workerCount(workers.filter(({ isAlive }) => isAlive).length),
            workersTexts.agentCount(agents.filter(({ isAlive }) => isAlive).length),
          )}
        </Callout>
      )}
      {alive.length === 0 && (
        <Callout tone="failed" alert>
          <b className="font-semibold">{workersTexts.noEngine}</b> {workersTexts.noEngineAdvice}
        </Callout>
      )}
      {warnings.map(({ kind, process, sentence }) => (
        <Callout key={`${process} ${sentence}`} tone="human">
          <b className="font-semibold wrap-anywhere">{workersTexts.warningOf(kind, process)}</b> {sentence}
        </Callout>
      ))}
      {unserved.map((queue) => (
        <Unserved key={queue.queue} {...queue} />
      ))}
      {queued.count > 0 && alive.length > 0 && (
        <Callout tone="async">
          {isFull(slots)
            ? workersTexts.queuedForSlots(queued.count, slotBounds({ slots: slots.most, perOwner: slots.perOwner }))
            : workersTexts.queuedRuns(queued.count)}
        </Callout>
      )}
    </div>
  )
}

/** Whether no run of the owner gets another slot, as far as its own runs tell. */
function isFull(slots: Processes['slots']): slots is NonNullable<Processes['slots']> {
  return slots !== null && slots.used >= Math.min(slots.most ?? Infinity, slots.perOwner ?? Infinity)
}

function Unserved({ queue, waiting, needsAgent }: Processes['queues'][number]) {
  const start = needsAgent ? 'npm run agent' : 'npm run worker'
  const command = queue === 'default' ? start : `${start} -- --queue ${queue}`
  return (
    <Callout
      tone="failed"
      actions={
        <PageLink
          href={runsPath({ trouble: 'no_worker', queue })}
          className="rounded-s font-medium whitespace-nowrap hover:underline"
        >
          {workersTexts.showRuns}
        </PageLink>
      }
    >
      <b className="font-semibold">
        {needsAgent ? workersTexts.queueWithoutAgent(queue) : workersTexts.queueUnserved(queue)}
      </b>{' '}
      {needsAgent ? workersTexts.queueWithoutAgentAdvice(waiting) : workersTexts.queueUnservedAdvice(waiting)}{' '}
      <span className="group inline-flex items-center gap-1 align-middle">
        <code className="rounded-[4px] bg-surface px-1.5 py-0.5 font-mono text-code wrap-anywhere">{command}</code>
        <CopyButton label={workersTexts.copyCommand} textOf={() => command} />
      </span>
    </Callout>
  )
}
