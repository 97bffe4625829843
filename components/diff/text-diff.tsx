'use client'

import { useEffect, useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { type ShownDiff, showTextDiff } from './text-diff-view.ts'

export interface TextDiffProps {
  readonly before: string
  readonly after: string
  /** What each text is, for screen readers and as headings side by side. */
  readonly labels: readonly [string, string]
  readonly view?: 'split' | 'unified'
  readonly language?: ShownDiff['language']
  readonly className?: string
}

/** Two texts against each other, line by line, with marks on the words that differ. */
export function TextDiff({ before, after, labels, view = 'unified', language = 'yaml', className }: TextDiffProps) {
  const parent = useRef<HTMLDivElement>(null)
  const [first, second] = labels
  useEffect(() => {
    if (parent.current === null) return undefined
    return showTextDiff(parent.current, { before, after, labels: [first, second], view, language })
  }, [before, after, first, second, view, language])
  return <div ref={parent} className={classNames('min-h-0 overflow-auto text-code', className)} />
}
