'use client'

import { Inbox as InboxIcon } from 'lucide-react'
import Link from 'next/link'
import { FailureState } from '#components/shell/failure-page.tsx'
import { SearchBox } from '#components/shell/search-box.tsx'
import { TopBar } from '#components/shell/top-bar.tsx'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { InboxScopes } from './inbox-scopes.tsx'
import { nextAfter } from './list/neighbour.ts'
import { TaskDetail } from './task-detail.tsx'
import { TaskList } from './task-list.tsx'
import { type Inbox, type Scope, useInbox } from './use-inbox.ts'

export function InboxPage() {
  const inbox = useInbox()
  return (
    <>
      <TopBar
        crumbs={[{ label: 'Inbox' }]}
        actions={
          <SearchBox
            value={inbox.params.q}
            onChange={(q) => void inbox.setParams({ q, task: null })}
            label="Filter by title, workflow or step"
            placeholder="Filter"
            action={{ label: 'Filter the tasks', group: 'Inbox' }}
            className="w-52"
          />
        }
      >
        <InboxScopes inbox={inbox} />
      </TopBar>
      <InboxBody inbox={inbox} />
    </>
  )
}

function InboxBody({ inbox }: { inbox: Inbox }) {
  const { list, tasks, shown, params, setParams } = inbox
  if (list.isPending) return <SkeletonRows label="The tasks are loading" />
  if (list.isError && tasks.length === 0) return <FailureState error={list.error} onRetry={() => list.refetch()} />
  if (tasks.length === 0 && params.task === null) return <NoTasks scope={params.scope} search={params.q} />
  const choose = (task: string | null) => void setParams({ task })
  return (
    <div className="flex min-h-0 flex-1">
      <div
        className={classNames(
          'w-100 shrink-0 border-r bg-surface max-lg:w-80 max-md:w-full',
          params.task && 'max-md:hidden',
        )}
      >
        <TaskList inbox={inbox} onChoose={choose} />
      </div>
      <div className={classNames('min-w-0 flex-1 overflow-y-auto', !params.task && 'max-md:hidden')}>
        {shown && (
          <TaskDetail
            key={shown}
            taskId={shown}
            hasNext={tasks.length > 1}
            onDecided={() => choose(nextAfter(tasks, shown))}
            onBack={() => choose(null)}
          />
        )}
      </div>
    </div>
  )
}

const nothing: Record<Scope, string> = {
  available: 'Nobody waits for you. When a workflow needs a decision, it appears here at once.',
  mine: 'No task is assigned to you by name.',
  all: 'No workflow waits for anybody.',
  done: 'What is decided stays here, with who decided it.',
}

function NoTasks({ scope, search }: { scope: Scope; search: string }) {
  return (
    <EmptyState
      icon={<InboxIcon />}
      title={search ? 'No task fits' : scope === 'done' ? 'Nothing was decided yet' : 'Nothing to decide'}
      actions={
        <Button asChild>
          <Link href="/runs">See what is running</Link>
        </Button>
      }
    >
      {search ? `Nothing here is called “${search}”.` : nothing[scope]}
    </EmptyState>
  )
}
