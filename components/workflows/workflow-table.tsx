'use client'

import { Archive, ArchiveRestore, BellRing, Copy, Ellipsis, Grid3x3, PencilRuler, Play, Star } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { WorkflowSummary } from '#components/api/models.ts'
import { authorName } from '#components/designer/model/saving/author-name.tsx'
import { useMay } from '#components/people/use-may.ts'
import { useNames } from '#components/people/use-names.ts'
import { failedStatuses, statusGroups } from '#components/runs/status-groups.ts'
import { alertsPath, runPath, runsPath, workflowPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Chip, StatusChip } from '#components/ui/controls/chip.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { HeadCell } from '#components/ui/layout/table-parts.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { formatFull } from '#components/ui/text/format-time.ts'
import { Elapsed } from '#components/ui/text/time.tsx'
import { workflowTitle } from '#core/definition/title.ts'
import type { useFavourites } from './favourites.ts'
import { RowTags } from './tag-filter.tsx'
import { workflowsTexts } from './texts/workflows.ts'
import { useArchive } from './use-archive.ts'

type Favourites = ReturnType<typeof useFavourites>

export interface WorkflowTableProps {
  workflows: readonly WorkflowSummary[]
  favourites: Favourites
  /** The tags in the filter of the list. */
  chosenTags: readonly string[]
  onTag(tag: string): void
  onRun(workflow: WorkflowSummary): void
  onDuplicate(name: string): void
}

const columns = ['Workflow', 'Version', 'Steps', 'Runs', workflowsTexts.lastRun, 'Changed'] as const
/** Columns hidden on a phone, which has room for the name, the version and the actions. */
const wideOnly = 'max-md:hidden'
const narrowToo: ReadonlySet<(typeof columns)[number]> = new Set(['Workflow', 'Version'])
/** Columns hidden at a medium width, so that the row ends in its buttons. */
const widestOnly = 'max-lg:hidden'
const widest: ReadonlySet<(typeof columns)[number]> = new Set(['Steps', 'Changed'])
const cell = 'h-13 border-b px-3'
const innerLink = 'relative z-1 rounded-s hover:text-ink hover:underline'

export function WorkflowTable({ workflows, favourites, chosenTags, onTag, onRun, onDuplicate }: WorkflowTableProps) {
  const archive = useArchive()
  return (
    <table className="w-full border-separate border-spacing-0 max-md:table-fixed">
      <caption className="sr-only">{workflowsTexts.workflows}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell
              key={column}
              className={classNames(
                'bg-bg py-1.75 first:pl-4',
                widest.has(column) ? widestOnly : !narrowToo.has(column) && wideOnly,
                column === 'Version' && 'max-md:w-20',
              )}
            >
              {column}
            </HeadCell>
          ))}
          <HeadCell className="bg-bg px-0 max-md:w-29">
            <span className="sr-only">{workflowsTexts.actions}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {workflows.map((workflow) => (
          <WorkflowRow
            key={workflow.name}
            workflow={workflow}
            isFavourite={favourites.names.has(workflow.name)}
            onFavourite={() => favourites.toggle(workflow.name)}
            chosenTags={chosenTags}
            onTag={onTag}
            onRun={() => onRun(workflow)}
            onDuplicate={() => onDuplicate(workflow.name)}
            onArchive={(archived) => archive(workflow.name, archived)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface MenuProps {
  workflow: WorkflowSummary
  onRun(): void
  onDuplicate(): void
  onArchive(archived: boolean): void
}

interface RowProps extends MenuProps, Pick<WorkflowTableProps, 'chosenTags' | 'onTag'> {
  isFavourite: boolean
  onFavourite(): void
}

function WorkflowRow({ workflow, isFavourite, onFavourite, chosenTags, onTag, ...acts }: RowProps) {
  const { onRun } = acts
  const { name, title, description, tags, kind, latestVersion, hasUnpublishedChanges, lastRun, updatedAt } = workflow
  const isArchived = workflow.archivedAt !== null
  return (
    <tr className="relative hover:bg-hover has-[a:focus-visible]:bg-hover">
      <td className={`${cell} w-2/5 max-w-0 pl-4`}>
        <PageLink
          href={workflowPath(name)}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <span title={name}>{workflowTitle({ workflow_type: name, title })}</span>
        </PageLink>
        <span className="flex items-center gap-1 text-small text-muted">
          <RowTags tags={tags} chosen={chosenTags} onToggle={onTag} />
          <span className="min-w-0 truncate">{description ?? (tags.length === 0 && workflowsTexts.noDescription)}</span>
        </span>
      </td>
      <td className={cell}>
        <span className="flex items-center gap-1.5 max-md:flex-wrap max-md:gap-y-0.5">
          {kind === 'code' && <Chip tone="active">{workflowsTexts.code}</Chip>}
          {latestVersion > 0 && <Chip>v{latestVersion}</Chip>}
          {latestVersion === 0 ? (
            <Chip tone="human">{workflowsTexts.notPublished}</Chip>
          ) : (
            hasUnpublishedChanges && <Chip tone="active">{workflowsTexts.draft}</Chip>
          )}
        </span>
      </td>
      <td className={`${cell} ${widestOnly} text-muted`}>{kind === 'code' ? '–' : workflow.stepCount}</td>
      <td className={`${cell} ${wideOnly} whitespace-nowrap text-muted`}>
        <RunCounts workflow={workflow} />
      </td>
      <td className={`${cell} ${wideOnly} whitespace-nowrap`}>
        {lastRun ? (
          <PageLink href={runPath(lastRun.runId)} className={`${innerLink} inline-flex items-center gap-2`}>
            <StatusChip status={lastRun.status} waits={lastRun.humanWait} />
            <span className="text-small text-faint">
              <Elapsed from={lastRun.createdAt} short /> {workflowsTexts.ago}
            </span>
          </PageLink>
        ) : (
          <span className="text-faint">{workflowsTexts.never}</span>
        )}
      </td>
      <td className={`${cell} ${widestOnly} whitespace-nowrap text-muted`}>
        <Elapsed from={updatedAt} short /> {workflowsTexts.ago}
        <EditedBy workflow={workflow} />
      </td>
      <td className={`${cell} pr-3`}>
        <span className="relative z-1 flex items-center justify-end gap-1">
          <IconButton
            size="small"
            label={isFavourite ? workflowsTexts.removeFavourite(name) : workflowsTexts.addFavourite(name)}
            aria-pressed={isFavourite}
            onClick={onFavourite}
            className={classNames('max-md:hidden', isFavourite && 'text-human')}
          >
            <Star className={isFavourite ? 'fill-current' : ''} />
          </IconButton>
          {latestVersion > 0 && !isArchived && (
            <Button size="small" icon={<Play />} onClick={onRun} aria-label={workflowsTexts.run(name)}>
              {workflowsTexts.runLabel}
            </Button>
          )}
          <RowMenu workflow={workflow} {...acts} />
        </span>
      </td>
    </tr>
  )
}

/** The person who saved the draft last; the tooltip is the time. */
function EditedBy({ workflow: { editedBy, editedAt } }: { workflow: WorkflowSummary }) {
  const { person } = useNames()
  const who = authorName(editedBy, person, workflowsTexts.you)
  return (
    <span className="block max-w-36 truncate text-small text-faint" title={formatFull(Date.parse(editedAt))}>
      {workflowsTexts.editedBy(who)}
    </span>
  )
}

function RunCounts({ workflow: { name, runs } }: { workflow: WorkflowSummary }) {
  if (runs.total === 0) return <span className="text-faint">{workflowsTexts.none}</span>
  return (
    <span className="flex items-center gap-3">
      <PageLink href={runsPath({ workflow: name })} className={innerLink}>
        {formatNumber(runs.total)}
      </PageLink>
      {runs.live > 0 && (
        <PageLink
          href={runsPath({ workflow: name, status: [...statusGroups.progress, ...statusGroups.people] })}
          className={`${innerLink} text-active`}
        >
          {workflowsTexts.live(formatNumber(runs.live))}
        </PageLink>
      )}
      {runs.failed > 0 && (
        <PageLink href={runsPath({ workflow: name, status: failedStatuses })} className={`${innerLink} text-failed`}>
          {workflowsTexts.failed(formatNumber(runs.failed))}
        </PageLink>
      )}
    </span>
  )
}

function RowMenu({ workflow, onDuplicate, onArchive }: MenuProps) {
  const router = useRouter()
  const mayEdit = useMay('workflow.edit')
  const isArchived = workflow.archivedAt !== null
  return (
    <Menu
      items={[
        {
          id: 'open',
          label: workflowsTexts.openInDesigner,
          icon: <PencilRuler />,
          onSelect: () => router.push(workflowPath(workflow.name)),
        },
        {
          id: 'steps',
          label: workflowsTexts.viewStepsAcrossRuns,
          icon: <Grid3x3 />,
          onSelect: () => router.push(runsPath({ workflow: workflow.name, by: 'step' })),
        },
        ...(mayEdit
          ? [
              {
                id: 'alerts',
                label: workflowsTexts.alerts,
                icon: <BellRing />,
                onSelect: () => router.push(alertsPath(workflow.name)),
              },
            ]
          : []),
        // Code is copied with its file.
        ...(workflow.kind === 'code'
          ? []
          : [{ id: 'duplicate', label: workflowsTexts.duplicate2, icon: <Copy />, onSelect: onDuplicate }]),
        {
          id: 'archive',
          label: isArchived ? workflowsTexts.restore : workflowsTexts.archive,
          icon: isArchived ? <ArchiveRestore /> : <Archive />,
          separated: true,
          onSelect: () => onArchive(!isArchived),
        },
      ]}
    >
      <IconButton label={workflowsTexts.moreActionsFor(workflow.name)} size="small">
        <Ellipsis />
      </IconButton>
    </Menu>
  )
}
