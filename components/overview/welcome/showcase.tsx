'use client'

import { Pause, Play } from 'lucide-react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { welcomeTexts } from '../texts/welcome.ts'
import { ShowcaseGraph } from './showcase-graph.tsx'
import { ShowcaseTimeline } from './showcase-timeline.tsx'
import { useShowcase } from './use-showcase.ts'

/** A run of an approval, drawn live by the cards of the canvas: a picture of what Heddle does. */
export function Showcase() {
  const { phase, isStill, isMoving, isPaused, setPaused } = useShowcase()
  return (
    <figure
      aria-label={welcomeTexts.showcase}
      className="overflow-hidden rounded-l border border-line-strong bg-surface shadow-low"
    >
      <figcaption className="flex min-h-11 items-center gap-2.5 border-b px-3.5">
        <span className="truncate font-semibold">{welcomeTexts.loanOfWeaver}</span>
        <span aria-hidden="true" className="contents">
          <Chip tone={phase.tone} icon>
            {phase.sentence}
          </Chip>
          <span className="text-small text-faint max-sm:hidden">{phase.clock}</span>
        </span>
        {!isStill && (
          <IconButton
            className="ml-auto"
            label={isPaused ? welcomeTexts.play : welcomeTexts.pause}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? <Play /> : <Pause />}
          </IconButton>
        )}
      </figcaption>
      {/* The label of the figure says what the picture shows. */}
      <div aria-hidden="true" className="grid max-xl:grid-cols-[auto_minmax(0,1fr)] max-sm:grid-cols-1">
        <div className="grid justify-center overflow-hidden bg-bg px-5 py-4 max-xl:border-r max-sm:border-r-0 max-sm:border-b">
          <div className="max-xl:hidden">
            <ShowcaseGraph direction="across" phase={phase} isMoving={isMoving} />
          </div>
          <div className="xl:hidden">
            <ShowcaseGraph direction="down" phase={phase} isMoving={isMoving} />
          </div>
        </div>
        <div className="flex min-w-0 px-4 pt-2 pb-3.5 xl:border-t">
          <ShowcaseTimeline phase={phase} isMoving={isMoving} />
        </div>
      </div>
    </figure>
  )
}
