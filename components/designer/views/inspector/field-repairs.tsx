'use client'

import { Button } from '#components/ui/controls/button.tsx'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Problem } from '#core/definition/problem.ts'
import { applyRepair, repairsOf } from '../../commands/reveal.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'
import { lineOf } from '../text/line-of.ts'
import { unshownValue } from './values/unshown-value.ts'

/** The repairs under a field with a problem, and the line of the problem in the text. */
export function FieldRepairs({ problem }: { problem: Problem }) {
  const session = useSession()
  const line = useDocument((document) => lineOf(document.text, problem.range.start))
  const written = useDocument((document) => unshownValue(document.text, document.parsed, problem))
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1.5">
      {repairsOf(session, problem).map((repair) => (
        <Button key={repair.title} size="small" onClick={() => applyRepair(session, problem, repair)}>
          {repair.title}
        </Button>
      ))}
      <button
        type="button"
        onClick={() => session.view.showText(problem.range)}
        className="rounded-s px-1 text-small text-muted hover:text-ink hover:underline"
      >
        {viewsInspectorTexts.line(line)}
      </button>
      {written !== null && (
        <span className="min-w-0 text-small wrap-anywhere text-muted">
          {viewsInspectorTexts.currently}{' '}
          <code className="font-mono text-code text-ink">{escapeInvisible(written)}</code>
        </span>
      )}
    </div>
  )
}
