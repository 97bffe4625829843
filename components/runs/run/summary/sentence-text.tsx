'use client'

import Link from 'next/link'
import { runPath, stepPath } from '#components/shell/paths.ts'
import type { SentencePart } from '#core/run/sentence/parts.ts'

/**
 * Parts of the sentence with links: to a step, which is selected, or to a run, which is opened. They are links because
 * text after a button does not wrap with it.
 */
export function SentenceText({
  runId,
  parts,
  onSelect,
}: {
  runId: string
  parts: readonly SentencePart[]
  onSelect(step: string): void
}) {
  return parts.map((part, index) => {
    if (typeof part === 'string') return part
    const { text, to } = part
    const look = 'rounded-s underline decoration-line-strong underline-offset-2 hover:decoration-current'
    return to.kind === 'run' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no other order than its own
      <Link key={index} href={runPath(to.runId)} className={look}>
        {text}
      </Link>
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no other order than its own
        key={index}
        href={stepPath(runId, to.step)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onSelect(to.step)
        }}
        className={look}
      >
        {text}
      </a>
    )
  })
}
