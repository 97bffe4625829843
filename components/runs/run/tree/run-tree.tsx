'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { RunTreeNode } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { ReadFailure } from '#components/shell/failure/read-failure.tsx'
import { runPath, runsPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { StatusChip } from '#components/ui/controls/chip.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { readableName } from '#core/definition/readable-name.ts'
import { variantIndexOf } from '#core/run/fan-out/fan-out.ts'
import { runTexts } from '../../texts/run.ts'
import { variantTexts } from '../../texts/variants.ts'
import { childrenLeft, goesOnAlone, idsOf, pathTo, type WaitsFor, waitsFor } from './tree-words.ts'

/** Number of children of one run that are drawn at once. */
const pageChildren = 20

/** Least interval between requests: a request reads the whole family, however many runs it has. */
const everyMs = 400

/** Root, parents and children, live: the status of each run, and what it waits for. */
export function RunTree({ runId, hasRelatives }: { runId: string; hasRelatives: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const tree = useQuery(api.runs.tree.queryOptions({ runId }))
  const members = useMemo(() => new Set(tree.data ? idsOf(tree.data) : [runId]), [tree.data, runId])
  useRunChanges((changed) => {
    if (changed !== null && ![...changed].some((id) => members.has(id))) return undefined
    return queryClient.invalidateQueries(api.runs.tree.queryFilter({ runId }))
  }, everyMs)
  if (!tree.data) {
    if (!hasRelatives) return null
    return tree.isError ? (
      <ReadFailure error={tree.error} onRetry={() => tree.refetch()} />
    ) : (
      <Skeleton className="h-16" />
    )
  }
  if (tree.data.run.childCount === 0 && tree.data.run.runId === runId) return null
  return (
    <section className="grid gap-2" aria-label={runTexts.tree}>
      <h2 className="text-label text-muted">{runTexts.tree}</h2>
      <ul>
        <TreeItem node={tree.data} above={null} current={runId} open={new Set(pathTo(tree.data, runId))} />
      </ul>
    </section>
  )
}

/** The step that started a run; the generated steps of a fan-out are its variants. */
function stepWord(step: string, above: RunTreeNode['run'] | null): string {
  const variant = (above?.variants ?? 1) > 1 ? variantIndexOf(step) : undefined
  return variant === undefined ? readableName(step) : variantTexts.variant(variant)
}

interface TreeItemProps {
  node: RunTreeNode
  /** The parent run. */
  above: RunTreeNode['run'] | null
  current: string
  /** Runs whose children are shown at first, besides runs that wait for their children: the path to the current run. */
  open: ReadonlySet<string>
}

function TreeItem({ node, above, current, open }: TreeItemProps) {
  const { run, parentStep, children } = node
  const waits = waitsFor(node)
  const [isOpen, setOpen] = useState(open.has(run.runId) || waits?.kind === 'runs')
  const [shown, setShown] = useState(pageChildren)
  const rest = children.length - shown
  const left = childrenLeft(node)
  const hasChildren = children.length > 0 || left > 0
  return (
    <li>
      <div
        className={classNames(
          'flex items-start gap-0.5 rounded-s py-1 pr-1.5 text-body hover:bg-hover',
          run.runId === current && 'bg-accent-soft',
        )}
      >
        {hasChildren ? (
          <IconButton
            label={runTexts.subWorkflowsOf(run.workflow)}
            size="small"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-my-0.5"
          >
            <ChevronRight className={classNames(isOpen && 'rotate-90')} />
          </IconButton>
        ) : (
          <span className="w-6 shrink-0" />
        )}
        <div className="grid min-w-0 flex-1 justify-items-start gap-0.5">
          <PageLink
            href={runPath(run.runId)}
            {...(run.runId === current ? { 'aria-current': 'page' as const } : {})}
            className="max-w-full truncate rounded-s hover:underline"
          >
            {run.workflow}
            {parentStep && <span className="text-muted"> · {stepWord(parentStep, above)}</span>}
          </PageLink>
          <StatusChip
            status={run.status}
            waits={run.humanWait}
            phase={run.phase}
            isQueued={run.publicStatus === 'pending'}
          />
          {waits && <Waits waits={waits} />}
          {goesOnAlone(run, above) && <p className="text-small text-muted">{runTexts.continuesOnItsOwnIts}</p>}
        </div>
        {!isOpen && hasChildren && (
          <span className="text-small text-muted">{formatNumber(children.length + left)}</span>
        )}
      </div>
      {isOpen && hasChildren && (
        <ul className="ml-3 border-l pl-1">
          {children.slice(0, shown).map((child) => (
            <TreeItem key={child.run.runId} node={child} above={run} current={current} open={open} />
          ))}
          {rest > 0 && (
            <li>
              <Button look="ghost" size="small" onClick={() => setShown(shown + 10 * pageChildren)}>
                {runTexts.more(formatNumber(rest))}
              </Button>
            </li>
          )}
          {rest <= 0 && left > 0 && (
            <li className="px-2 py-1 text-small text-muted">
              {runTexts.moreNotShown(formatNumber(left), left === 1 ? 'is' : 'are')}{' '}
              <PageLink href={runsPath({ parent: run.runId })} className="text-accent hover:underline">
                {runTexts.showAll}
              </PageLink>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

function Waits({ waits }: { waits: WaitsFor }) {
  if (waits.kind !== 'runs') {
    return (
      <p className="text-small text-muted">
        {runTexts.waitingForAt(waits.kind, isolateText(readableName(waits.step)))}
      </p>
    )
  }
  const [first] = waits.runs
  if (!first) return null
  return (
    <p className="text-small text-muted">
      {runTexts.waitingFor}{' '}
      <PageLink href={runPath(first.runId)} className="text-accent hover:underline">
        {first.workflow}
      </PageLink>
      {waits.runs.length > 1 && runTexts.andMore(waits.runs.length - 1)}
    </p>
  )
}
