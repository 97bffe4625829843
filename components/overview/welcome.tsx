'use client'

import { FileUp, PencilRuler, Workflow } from 'lucide-react'
import Link from 'next/link'
import { TourButton } from '#components/help/tour/tour-button.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { welcomeTexts } from './texts/welcome.ts'
import { Showcase } from './welcome/showcase.tsx'
import { Stories } from './welcome/stories.tsx'

/** The page before the first run: what Heddle is, and the shortest ways to a workflow and to a completed run. */
export function Welcome({ hasWorkflows }: { hasWorkflows: boolean }) {
  return (
    <div className="mx-auto grid max-w-276 gap-7 px-6 py-8 max-sm:gap-5 max-sm:px-4 max-sm:py-5">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid max-w-150 gap-1.5">
          <h2 className="text-[24px]/8 font-semibold tracking-[-0.02em]">{welcomeTexts.drawWorkflowRunItLose}</h2>
          <p className="text-muted">{welcomeTexts.heddleRunsWhatYouDraw}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild look="primary" size="large">
            <Link href="/workflows?new=blank">
              <PencilRuler />
              {welcomeTexts.blankWorkflow}
            </Link>
          </Button>
          <Button asChild size="large">
            <Link href="/workflows?new=import">
              <FileUp />
              {welcomeTexts.importWorkflow}
            </Link>
          </Button>
          <TourButton size="large" />
          {hasWorkflows && (
            <Button asChild size="large">
              <Link href="/workflows">
                <Workflow />
                {welcomeTexts.yourWorkflows}
              </Link>
            </Button>
          )}
        </div>
      </header>
      <Showcase />
      <div className="grid gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 className="text-title">{welcomeTexts.orRunOneOfThese}</h2>
          <Link
            href="/workflows?new=template"
            className="ml-auto rounded-s font-medium text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            {welcomeTexts.seeExamples}
          </Link>
        </div>
        <Stories />
      </div>
    </div>
  )
}
