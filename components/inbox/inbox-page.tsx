'use client'

import { Inbox as InboxIcon, SearchX } from 'lucide-react'
import Link from 'next/link'
import { useCallback, useState } from 'react'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { useMe } from '#components/people/use-people.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { SearchBox } from '#components/shell/search-box.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { Skeleton, SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { BulkDecideDialog } from './bulk/bulk-decide-dialog.tsx'
import { leaveChosen } from './bulk/chosen-tasks.ts'
import { InboxFilters, InboxSort } from './list/inbox-filters.tsx'
import { hasSort, hidesPutOff, isFiltered, type Scope } from './list/inbox-query.ts'
import { InboxScopes } from './list/inbox-scopes.tsx'
import { TaskList, type TaskListProps } from './list/task-list.tsx'
import { type Inbox, useInbox } from './list/use-inbox.ts'
import { TaskDetail } from './task/task-detail.tsx'
import { inboxTexts } from './texts/inbox.ts'
import { UnsafeGroup } from './unsafe-group.tsx'

export function InboxPage() {
  const inbox = useInbox()
  const [deciding, setDeciding] = useState<readonly HumanTaskSummary[] | null>(null)
  const onDecide = useCallback((tasks: readonly HumanTaskSummary[]) => setDeciding(tasks), [])
  const close = (decided: ReadonlySet<string>) => {
    leaveChosen(decided)
    if (inbox.shown !== null && decided.has(inbox.shown)) inbox.choose(null)
    setDeciding(null)
  }
  return (
    <>
      <TopBar
        crumbs={[{ label: inboxTexts.inbox }]}
        actions={
          <div className={classNames('flex flex-wrap items-center gap-1.5', inbox.isChosen && 'max-md:hidden')}>
            <SearchBox
              value={inbox.filter.q}
              onChange={(q) => inbox.narrow({ q })}
              label={inboxTexts.searchByTitleWorkflowStep}
              placeholder={inboxTexts.search}
              action={{ label: inboxTexts.searchTasks, group: inboxTexts.inbox }}
              className="w-52"
            />
            <InboxFilters inbox={inbox} />
            {hasSort(inbox.scope) && <InboxSort sort={inbox.sort} onSort={(sort) => inbox.narrow({ sort })} />}
          </div>
        }
      >
        <div className={classNames(inbox.isChosen && 'max-md:hidden')}>
          <InboxScopes inbox={inbox} />
        </div>
      </TopBar>
      {!inbox.isChosen && <UnsafeGroup />}
      <InboxBody inbox={inbox} onDecide={onDecide} />
      {deciding && <BulkDecideDialog tasks={deciding} onClose={close} />}
    </>
  )
}

function InboxBody({ inbox, onDecide }: TaskListProps) {
  const me = useMe()
  const isForManagers = inbox.scope === 'all' && me?.manager === false
  const { scope, filter, list, tasks, shown, isChosen, choose, leave } = inbox
  if (isForManagers) return <ForManagers inbox={inbox} />
  if (list.isPending) return <InboxSkeleton isChosen={isChosen} />
  if (list.isError && tasks.length === 0) return <FailureState error={list.error} onRetry={() => list.refetch()} />
  if (tasks.length === 0 && !isChosen) return <NoTasks inbox={inbox} />
  return (
    <div className="flex min-h-0 flex-1">
      <div
        className={classNames(
          'w-100 shrink-0 border-r bg-surface max-lg:w-80 max-md:w-full max-md:border-r-0',
          isChosen && 'max-md:hidden',
        )}
      >
        <TaskList inbox={inbox} onDecide={onDecide} />
      </div>
      <div className={classNames('min-w-0 flex-1 overflow-y-auto', !isChosen && 'max-md:hidden')}>
        {shown && (
          <TaskDetail
            key={shown}
            taskId={shown}
            hasNext={tasks.length > 1}
            onDecided={() => {
              leaveChosen(new Set([shown]))
              leave(shown)
            }}
            onPutOff={() => hidesPutOff(scope, filter) && leave(shown)}
            onBack={() => choose(null)}
          />
        )}
      </div>
    </div>
  )
}

/** The list and the task beside it while both are loading. */
function InboxSkeleton({ isChosen }: { isChosen: boolean }) {
  return (
    <div className="flex min-h-0 flex-1 overflow-hidden">
      <div
        className={classNames(
          'w-100 shrink-0 border-r bg-surface max-lg:w-80 max-md:w-full max-md:border-r-0',
          isChosen && 'max-md:hidden',
        )}
      >
        <SkeletonRows label={inboxTexts.loadingTasks} row="h-15" hasTwoLines />
      </div>
      <div
        aria-hidden="true"
        className={classNames(
          'grid min-w-0 max-w-190 flex-1 content-start gap-5 px-8.5 py-6.5 max-md:px-4 max-md:py-4',
          !isChosen && 'max-md:hidden',
        )}
      >
        <Skeleton className="w-48" />
        <Skeleton className="h-6 w-96 max-w-full" />
        <Skeleton className="h-14" />
        <Skeleton className="h-28" />
      </div>
    </div>
  )
}

/** The page for an address that only managers may open: the actor is no manager, or acts as another person by now. */
function ForManagers({ inbox: { narrow } }: { inbox: Inbox }) {
  return (
    <EmptyState
      icon={<InboxIcon />}
      title={inboxTexts.onlyManagersCanSeeAll}
      actions={
        <Button look="primary" onClick={() => narrow({ scope: 'available' })}>
          {inboxTexts.showTasksToDo}
        </Button>
      }
    >
      {inboxTexts.findYourTasksAndThose}
    </EmptyState>
  )
}

const nothing: Record<Scope, string> = {
  available: inboxTexts.youreAllCaughtUpNew,
  mine: inboxTexts.noTasksAreAssignedTo,
  groups: inboxTexts.noTasksForYourGroups,
  later: inboxTexts.snoozedTasksStayHereUntil,
  all: inboxTexts.noOpenTasks,
  done: inboxTexts.decidedTasksAppearHereWith,
}

const emptyTitles: Partial<Record<Scope, string>> = {
  done: inboxTexts.noDecisionsYet,
  later: inboxTexts.noSnoozedTasks,
}

function NoTasks({ inbox: { scope, filter, clear } }: { inbox: Inbox }) {
  const me = useMe()
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={inboxTexts.noTasksMatch}
        actions={<Button onClick={clear}>{inboxTexts.clearAllFilters}</Button>}
      >
        {inboxTexts.newMatchesAppearHereAutomatically}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<InboxIcon />}
      title={emptyTitles[scope] ?? inboxTexts.nothingToDecide}
      actions={
        <Button asChild>
          <Link href="/runs">{inboxTexts.viewRuns}</Link>
        </Button>
      }
    >
      {nothing[scope]}
      {me?.actingAs && inboxTexts.youAreActingAs(me.actingAs)}
    </EmptyState>
  )
}
