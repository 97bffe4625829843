'use client'

import { useQuery } from '@tanstack/react-query'
import type { Processes } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { runsPath } from '#components/shell/paths.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Elapsed } from '#components/ui/text/time.tsx'
import { workersTexts } from '../texts/workers.ts'
import { Agents } from './agents-table.tsx'
import { Alive, Chips, Count, ProcessName, Since } from './process-cells.tsx'
import { ProcessTable } from './process-table.tsx'
import { Verdict } from './verdict.tsx'
import { WorkersSkeleton } from './workers-skeleton.tsx'

/** Polling interval: heartbeats and leases come without events. */
const pollMs = 5_000

/** The page of engines and workers: the live ones with their work, and queues that no worker serves. */
export function WorkersPage() {
  const api = useApi()
  const processes = useQuery(api.overview.processes.queryOptions(undefined, { refetchInterval: pollMs }))
  const { data } = processes
  return (
    <>
      <TopBar
        crumbs={[{ label: workersTexts.workersAndEngines }]}
        actions={
          <PageLink
            href="/docs/runs#why-does-it-not-move"
            className="rounded-s text-muted hover:text-ink hover:underline"
          >
            {workersTexts.whyDoesItNotMove}
          </PageLink>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {processes.isPending && <WorkersSkeleton />}
        {processes.isError && !data && <FailureState error={processes.error} onRetry={() => processes.refetch()} />}
        {data && (
          <div className="grid gap-4 pb-8">
            <Verdict data={data} />
            <Slots data={data} />
            <Queues data={data} />
            <Engines data={data} />
            <Workers data={data} />
            <Agents agents={data.agents} />
            <Web data={data} />
          </div>
        )}
      </div>
    </>
  )
}

function Slots({ data: { slots, queued } }: { data: Processes }) {
  if (slots === null) return null
  const bound = (most: number | null) =>
    most === null ? <span className="text-faint">{workersTexts.unbounded}</span> : <Count count={most} />
  return (
    <ProcessTable
      title={workersTexts.slots}
      columns={[
        { label: workersTexts.slotsInUse },
        { label: workersTexts.slotsAtMost },
        { label: workersTexts.slotsOfOwner },
        { label: workersTexts.slotsQueued },
      ]}
      none=""
      rows={[
        {
          key: 'slots',
          cells: [
            <Count key="used" count={slots.used} />,
            bound(slots.most),
            bound(slots.perOwner),
            <Count key="queued" count={queued.count} />,
          ],
        },
      ]}
    />
  )
}

function Queues({ data: { queues } }: { data: Processes }) {
  return (
    <ProcessTable
      title={workersTexts.queues}
      columns={[
        { label: workersTexts.queue },
        { label: workersTexts.waiting },
        { label: workersTexts.oldest, isWide: true },
        { label: workersTexts.running },
        { label: workersTexts.workers },
      ]}
      none={workersTexts.noQueues}
      rows={queues.map(({ queue, waiting, waitingSince, running, workers }) => ({
        key: queue,
        cells: [
          <span key="queue" className="font-mono text-code wrap-anywhere">
            {queue}
          </span>,
          <Count key="waiting" count={waiting} />,
          <Since key="oldest" at={waitingSince} href={runsPath({ trouble: 'no_worker', queue })} />,
          <Count key="running" count={running} />,
          <Served key="workers" workers={workers} isNeeded={waiting > 0} />,
        ],
      }))}
    />
  )
}

function Engines({ data: { engines } }: { data: Processes }) {
  return (
    <ProcessTable
      title={workersTexts.engines}
      columns={[
        { label: workersTexts.engine },
        { label: workersTexts.state },
        { label: workersTexts.runsInMemory },
        { label: workersTexts.lease, isWide: true },
        { label: workersTexts.started, isWide: true },
      ]}
      none={workersTexts.noEngines}
      rows={engines.map(({ id, host, pid, isAlive, runs, leaseExpiresAt, startedAt }) => ({
        key: id,
        cells: [
          <ProcessName key="name" name={`${host} · ${pid}`} id={id} />,
          <Alive key="alive" isAlive={isAlive} />,
          <Count key="runs" count={runs} />,
          <Lease key="lease" isAlive={isAlive} expiresAt={leaseExpiresAt} />,
          <span key="started" className="text-muted">
            <Elapsed from={startedAt} short /> {workersTexts.ago}
          </span>,
        ],
      }))}
    />
  )
}

function Workers({ data: { workers } }: { data: Processes }) {
  return (
    <ProcessTable
      title={workersTexts.workers}
      columns={[
        { label: workersTexts.worker },
        { label: workersTexts.state },
        { label: workersTexts.queues },
        { label: workersTexts.tasks },
        { label: workersTexts.oldest, isWide: true },
      ]}
      none={workersTexts.noWorkers}
      rows={workers.map(({ id, queues, isAlive, tasks, busySince }) => ({
        key: id,
        cells: [
          <ProcessName key="name" name={id.split(':').slice(0, 2).join(' · ')} id={id} />,
          <Alive key="alive" isAlive={isAlive} />,
          <Chips key="queues" texts={queues} />,
          <Count key="tasks" count={tasks} />,
          <Since key="oldest" at={busySince} />,
        ],
      }))}
    />
  )
}

function Web({ data: { web } }: { data: Processes }) {
  return (
    <ProcessTable
      title={workersTexts.web}
      columns={[
        { label: workersTexts.process },
        { label: workersTexts.state },
        { label: workersTexts.version },
        { label: workersTexts.started, isWide: true },
      ]}
      none=""
      rows={[
        {
          key: 'web',
          cells: [
            <ProcessName key="name" name={workersTexts.thisProcess} id={String(web.pid)} />,
            <Alive key="alive" isAlive />,
            <span key="version" title={workersTexts.enginesShareIt}>
              {web.version} <span className="text-faint">{workersTexts.node(web.node)}</span>
            </span>,
            <span key="started" className="text-muted">
              <Elapsed from={web.startedAt} short /> {workersTexts.ago}
            </span>,
          ],
        },
      ]}
    />
  )
}

function Served({ workers, isNeeded }: { workers: number; isNeeded: boolean }) {
  if (workers > 0 || !isNeeded) return <Count count={workers} />
  return (
    <Chip tone="failed" icon>
      {workersTexts.none}
    </Chip>
  )
}

function Lease({ isAlive, expiresAt }: { isAlive: boolean; expiresAt: string }) {
  if (isAlive) return <span className="text-muted">{workersTexts.renewed}</span>
  return (
    <span className="text-failed">
      {workersTexts.expired} <Elapsed from={expiresAt} short /> {workersTexts.ago}
    </span>
  )
}
