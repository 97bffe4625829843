'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { useFieldsView } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'
import type { Path } from './field-props.ts'

export interface MoreFieldsProps {
  readonly labels: readonly string[]
  /** The paths of the fields: a request for one of them unfolds all. */
  readonly paths: readonly Path[]
  readonly children: ReactNode
}

/** Fields that are seldom needed, folded away behind their names. */
export function MoreFields({ labels, paths, children }: MoreFieldsProps) {
  const [open, setOpen] = useState(false)
  const wanted = useFieldsView(({ fieldRequest, fieldPointed }) =>
    [fieldRequest?.path, fieldPointed].some((asked) =>
      paths.some((path) => path.every((key, index) => asked?.[index] === key)),
    ),
  )
  if (wanted && !open) setOpen(true)
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="col-span-2 flex min-w-0 items-center gap-1.5 rounded-s py-1 text-left text-label text-muted hover:text-ink"
      >
        <ChevronRight aria-hidden="true" className={classNames('size-3.5 shrink-0', open && 'rotate-90')} />
        <span className="shrink-0">{viewsInspectorTexts.advanced}</span>
        {!open && <span className="truncate font-normal text-faint">{labels.join(', ')}</span>}
      </button>
      {open && children}
    </>
  )
}
