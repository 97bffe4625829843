'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Panel } from '#components/ui/layout/panel.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { Elapsed } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { Due } from '../inbox/list/due.tsx'
import { More } from './overview-lists.tsx'
import { overviewTexts } from './texts/overview.ts'

const shownTasks = 5
/** Polling interval: tasks become overdue without any event. */
const pollMs = 30_000

/** The first tasks of the inbox, the most urgent on top. */
export function YourTasks() {
  const api = useApi()
  const queryClient = useQueryClient()
  const tasks = useQuery(
    api.inbox.list.queryOptions({ scope: 'available', sort: 'due', limit: shownTasks }, { refetchInterval: pollMs }),
  )
  useRunChanges(() => queryClient.invalidateQueries(api.inbox.list.pathFilter()))
  return (
    <Panel title={overviewTexts.yourTasks} aside={<More href="/inbox" />}>
      {tasks.isPending && (
        <SkeletonRows rows={shownTasks} label={overviewTexts.loadingTasks} row="h-12.5" hasTwoLines />
      )}
      {tasks.data?.items.length === 0 && (
        <p className="flex items-center gap-2.5 px-4 py-4 text-muted">
          <Inbox aria-hidden="true" className="size-4.5 shrink-0 text-done" />
          {overviewTexts.allCaughtUp}
        </p>
      )}
      <ul>
        {tasks.data?.items.map((task) => (
          <TaskRow key={task.taskId} task={task} />
        ))}
      </ul>
    </Panel>
  )
}

function TaskRow({ task: { taskId, title, workflow, dueAt, openedAt } }: { task: HumanTaskSummary }) {
  const titleOfWorkflow = useWorkflowTitle()
  return (
    <li>
      <PageLink
        href={`/inbox?task=${taskId}`}
        className="grid min-h-12.5 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="grid min-w-0">
          <span className="truncate font-medium">{isolateText(title)}</span>
          <span className="truncate text-small text-muted">{titleOfWorkflow(workflow)}</span>
        </span>
        <span className="text-right text-small whitespace-nowrap text-muted">
          {dueAt === null ? (
            <>
              <Elapsed from={openedAt} short /> {overviewTexts.ago}
            </>
          ) : (
            <Due dueAt={dueAt} prefix={overviewTexts.duePrefix} />
          )}
        </span>
      </PageLink>
    </li>
  )
}
