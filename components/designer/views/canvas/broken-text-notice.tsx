'use client'

import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { sortProblems } from '../../model/problems/problem-store.ts'
import { useDocument, useProblems, useSession } from '../../model/session-context.tsx'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'
import { lineOf } from '../text/line-of.ts'

/** While the text cannot be read, the canvas shows what it last said, and says so. */
export function BrokenTextNotice() {
  const session = useSession()
  const problem = useProblems((problems) => sortProblems(problems.all)[0])
  const text = useDocument((document) => document.text)
  if (problem === undefined) return null
  return (
    <div className="absolute inset-x-3 top-3 grid justify-center">
      <Callout
        tone="failed"
        alert
        className="max-w-140 shadow-low"
        actions={
          <Button size="small" onClick={() => session.view.showText(problem.range)}>
            {viewsCanvasTexts.goToLine(lineOf(text, problem.range.start))}
          </Button>
        }
      >
        {viewsCanvasTexts.yamlHasErrorsCanvasShows}
      </Callout>
    </div>
  )
}
