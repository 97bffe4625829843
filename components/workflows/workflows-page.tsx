'use client'

import { FileUp, LayoutTemplate, Plus, Workflow } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useMemo, useState } from 'react'
import type { WorkflowSummary } from '#components/api/models.ts'
import { useDesignerAhead } from '#components/designer/load-ahead.ts'
import type { Action } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { DuplicateDialog } from './create/duplicate-dialog.tsx'
import { FolderList, FolderPath } from './folder-path.tsx'
import { workflowsTexts } from './texts/workflows.ts'
import { useWorkflowList, type WorkflowList } from './use-workflow-list.ts'
import { WorkflowFilters } from './workflow-filters.tsx'
import { WorkflowTable } from './workflow-table.tsx'

// These dialogs need the definition parser, which is larger than the rest of the page.
const NewWorkflowDialog = dynamic(
  () => import('./create/new-workflow-dialog.tsx').then((module) => module.NewWorkflowDialog),
  { ssr: false },
)
const RunWorkflowDialog = dynamic(
  () => import('#components/runs/start/run-workflow-dialog.tsx').then((module) => module.RunWorkflowDialog),
  { ssr: false },
)

export function WorkflowsPage() {
  const list = useWorkflowList()
  const { params, setParams } = list
  const [running, setRunning] = useState<WorkflowSummary | null>(null)
  const [duplicating, setDuplicating] = useState<string | null>(null)
  const actions = useNewActions(setParams)
  useDesignerAhead()
  return (
    <>
      <TopBar
        crumbs={[{ label: workflowsTexts.workflows }]}
        actions={
          <Menu
            items={actions.map(({ id, label, icon: Icon, shortcut, perform }) => ({
              id,
              label,
              shortcut,
              icon: Icon && <Icon />,
              onSelect: perform,
            }))}
          >
            <Button look="primary" icon={<Plus />}>
              {workflowsTexts.newWorkflow}
            </Button>
          </Menu>
        }
      />
      <WorkflowFilters list={list} />
      <FolderPath folder={params.folder} onOpen={(folder) => void setParams({ folder })} />
      <Body list={list} onRun={setRunning} onDuplicate={setDuplicating} />
      {params.new && (
        <NewWorkflowDialog
          beginning={params.new}
          onBeginning={(beginning) => void setParams({ new: beginning })}
          onClose={() => void setParams({ new: null })}
        />
      )}
      {running && (
        <RunWorkflowDialog workflow={running.name} version={running.latestVersion} onClose={() => setRunning(null)} />
      )}
      {duplicating && <DuplicateDialog name={duplicating} onClose={() => setDuplicating(null)} />}
    </>
  )
}

interface BodyProps {
  list: WorkflowList
  onRun(workflow: WorkflowSummary): void
  onDuplicate(name: string): void
}

function Body({ list: found, onRun, onDuplicate }: BodyProps) {
  const { list, workflows, folders, favourites, params, setParams, isFiltered, clear, toggleTag } = found
  const open = (folder: string) => void setParams({ folder })
  if (list.isPending) return <SkeletonRows label={workflowsTexts.loadingWorkflows} row="h-13" hasTwoLines hasHead />
  if (list.isError && workflows.length === 0) return <FailureState error={list.error} onRetry={() => list.refetch()} />
  if (workflows.length > 0 || folders.length > 0) {
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        <FolderList folders={folders} folder={params.folder} onOpen={open} />
        {workflows.length > 0 && (
          <WorkflowTable
            workflows={workflows}
            favourites={favourites}
            chosenTags={params.tag}
            onTag={toggleTag}
            onRun={onRun}
            onDuplicate={onDuplicate}
          />
        )}
        {list.hasNextPage && (
          <div className="grid place-items-center p-4">
            <Button disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              {workflowsTexts.showMore}
            </Button>
          </div>
        )}
      </div>
    )
  }
  if (isFiltered || params.folder) {
    return (
      <EmptyState
        icon={<Workflow />}
        title={workflowsTexts.noWorkflowsMatch}
        actions={
          <Button
            onClick={() => {
              clear()
              void setParams({ folder: '' })
            }}
          >
            {workflowsTexts.clearFilters}
          </Button>
        }
      >
        {workflowsTexts.searchCovers}
      </EmptyState>
    )
  }
  if (params.archived) {
    return (
      <EmptyState
        icon={<Workflow />}
        title={workflowsTexts.noArchivedWorkflows}
        actions={<Button onClick={() => void setParams({ archived: false })}>{workflowsTexts.backToWorkflows}</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={<Workflow />}
      title={workflowsTexts.noWorkflowsYet}
      actions={
        <>
          <Button look="primary" icon={<LayoutTemplate />} onClick={() => void setParams({ new: 'template' })}>
            {workflowsTexts.startFromTemplate}
          </Button>
          <Button icon={<Plus />} onClick={() => void setParams({ new: 'blank' })}>
            {workflowsTexts.blankWorkflow}
          </Button>
          <Button icon={<FileUp />} onClick={() => void setParams({ new: 'import' })}>
            {workflowsTexts.import}
          </Button>
        </>
      }
    >
      {workflowsTexts.drawStepsOnceHeddleRuns}
    </EmptyState>
  )
}

/** The three ways to a new workflow, for the menu, the palette and the shortcut sheet. */
function useNewActions(setParams: WorkflowList['setParams']): readonly Action[] {
  const actions = useMemo<readonly Action[]>(() => {
    const group = workflowsTexts.newWorkflow
    const open = (beginning: 'blank' | 'template' | 'import') => () => void setParams({ new: beginning })
    return [
      {
        id: 'new.blank',
        label: workflowsTexts.blank,
        group,
        icon: Plus,
        shortcut: 'c',
        keywords: ['create'],
        perform: open('blank'),
      },
      {
        id: 'new.template',
        label: workflowsTexts.fromTemplate,
        group,
        icon: LayoutTemplate,
        perform: open('template'),
      },
      {
        id: 'new.import',
        label: workflowsTexts.import,
        keywords: ['yaml', 'n8n', 'actions', 'argo', 'upload'],
        group,
        icon: FileUp,
        perform: open('import'),
      },
    ]
  }, [setParams])
  useOfferActions(actions)
  return actions
}
