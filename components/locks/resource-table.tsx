'use client'

import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { LockedResource, LockHolder } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { useMay } from '#components/people/use-may.ts'
import { RunLink } from '#components/runs/run-link.tsx'
import { shortId } from '#components/runs/short-id.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { HeadCell } from '#components/ui/layout/table-parts.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { ReleasedLock } from './release-dialog.tsx'
import { ResourceQueue } from './resource-queue.tsx'
import { locksTexts } from './texts/locks.ts'

interface ResourceTableProps {
  readonly items: readonly LockedResource[]
  /** The resource whose queue is open at first. */
  readonly open: string
  onRelease(lock: ReleasedLock): void
}

/** Resources with the runs that hold them; the queue of each is opened on request. */
export function ResourceTable({ items, open, onRelease }: ResourceTableProps) {
  const mayRelease = useMay('lock.admin')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table where it is wider than the page
    <section aria-label={locksTexts.locks} tabIndex={0} className="overflow-x-auto rounded-m border bg-surface">
      <table className="w-full border-separate border-spacing-0 max-md:*:block">
        <thead className="max-md:sr-only">
          <tr className="h-9">
            <HeadCell className="bg-surface">{locksTexts.resource}</HeadCell>
            <HeadCell className="bg-surface">{locksTexts.holders}</HeadCell>
            <HeadCell className="bg-surface">{locksTexts.queue}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ResourceRow
              key={item.id}
              item={item}
              isOpenAtFirst={item.id === open}
              onRelease={mayRelease ? onRelease : null}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ResourceRowProps {
  readonly item: LockedResource
  readonly isOpenAtFirst: boolean
  readonly onRelease: ((lock: ReleasedLock) => void) | null
}

function ResourceRow({ item, isOpenAtFirst, onRelease }: ResourceRowProps) {
  const { id, labels, holders, holderCount, waiting } = item
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <tr
      className="*:border-b *:px-3 *:py-2 *:align-top last:*:border-b-0 max-md:grid max-md:gap-1.5 max-md:border-b max-md:py-2.5 max-md:last:border-b-0 max-md:*:border-0 max-md:*:py-0"
      data-resource={id}
    >
      <th scope="row" className="w-1/5 text-left leading-6 font-normal max-md:w-auto">
        <span className="font-mono text-code wrap-anywhere">{isolateText(id)}</span>
        {Object.entries(labels).map(([name, value]) => (
          <span key={name} className="block text-small text-muted wrap-anywhere">
            {isolateText(`${name}: ${value}`)}
          </span>
        ))}
      </th>
      <td>
        {holders.length === 0 ? (
          <span className="flex h-6 items-center">
            <Chip tone="done" icon>
              {locksTexts.free}
            </Chip>
          </span>
        ) : (
          <ul className="grid gap-1">
            {holders.map((holder) => (
              <HolderRow key={holder.runId} resource={id} holder={holder} onRelease={onRelease} />
            ))}
            {holderCount > holders.length && (
              <li className="text-small text-muted">{locksTexts.moreHolders(holderCount - holders.length)}</li>
            )}
          </ul>
        )}
      </td>
      <td className="w-1/3 leading-6 max-md:w-auto">
        {waiting === 0 ? (
          <span className="text-muted max-md:hidden">{locksTexts.nobodyWaits}</span>
        ) : (
          <>
            <button
              type="button"
              aria-expanded={isOpen}
              className="flex min-h-6 items-center gap-1 rounded-s hover:underline"
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronRight aria-hidden="true" className={isOpen ? 'size-3.5 rotate-90' : 'size-3.5'} />
              {locksTexts.waiting(waiting)}
            </button>
            {isOpen && <ResourceQueue id={id} />}
          </>
        )}
      </td>
    </tr>
  )
}

interface HolderRowProps {
  readonly resource: string
  readonly holder: LockHolder
  readonly onRelease: ((lock: ReleasedLock) => void) | null
}

function HolderRow({ resource, holder, onRelease }: HolderRowProps) {
  const { runId, workflow, mode, token, since, quarantined } = holder
  const titleOf = useWorkflowTitle()
  return (
    <li className="flex items-start gap-2">
      <span className="flex min-h-6 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <RunLink runId={runId} />
        <span className="wrap-anywhere">{isolateText(titleOf(workflow))}</span>
        {quarantined ? (
          <Chip tone="failed" icon>
            {locksTexts.quarantined}
          </Chip>
        ) : (
          <Chip tone={mode === 'exclusive' ? 'active' : 'async'}>{locksTexts.modes[mode]}</Chip>
        )}
        <span className="text-small text-muted">
          {locksTexts.since} <Instant at={since} />
          {token > 0 && `, ${locksTexts.token(token)}`}
        </span>
      </span>
      {onRelease && (
        <Button
          look="ghost"
          size="small"
          aria-label={locksTexts.releaseOf(resource, shortId(runId))}
          onClick={() => onRelease({ resource, runId, quarantined })}
        >
          {locksTexts.release}
        </Button>
      )}
    </li>
  )
}
