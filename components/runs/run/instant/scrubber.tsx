'use client'

import { CirclePause, CirclePlay, SkipBack, SkipForward } from 'lucide-react'
import { useMemo } from 'react'
import { useChangesStore } from '#components/api/changes-store.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import type { RunEvent } from '#core/run/event.ts'
import { runTexts } from '../../texts/run.ts'
import { instantWords } from './instant-words.ts'
import { marksOf, nextMark } from './marks.ts'
import { ScrubberTrack } from './scrubber-track.tsx'
import { markActions, useInstantActions } from './use-instant-actions.ts'
import type { ShownMoment } from './use-moment.ts'
import { usePlay } from './use-play.ts'

export interface ScrubberProps {
  shown: ShownMoment
  /** Every event of the run, including events after the instant. */
  events: readonly RunEvent[]
  hasEnded: boolean
}

/** Moves the whole page to another instant of the run: graph, state, timeline, sentence and panel follow. */
export function Scrubber({ shown, events, hasEnded }: ScrubberProps) {
  const { moment, missing } = shown
  const { seq, isLive } = moment
  const marks = useMemo(() => marksOf(events), [events])
  const play = usePlay(shown, events.length)
  useInstantActions(moment, events.length, marks, play)
  const words = instantWords(events, seq)
  const isNow = isLive && missing === null
  const isLost = useChangesStore((changes) => changes.liveness === 'lost')
  return (
    <section
      aria-label={runTexts.pointInTime}
      className={classNames(
        'flex h-11 min-w-0 items-center gap-x-2 max-md:h-auto max-md:basis-full max-md:flex-wrap max-md:gap-y-1',
        isNow
          ? 'flex-[2_1_22rem]'
          : '-mr-4 flex-[3_1_22rem] bg-accent-soft pr-4 pl-2 xl:basis-120 max-md:-ml-4 max-md:pl-4',
      )}
    >
      <div className="flex shrink-0">
        <Tooltip content={play.isPlaying ? runTexts.stopPlayback : runTexts.playBackRun} shortcut="p">
          <IconButton
            label={play.isPlaying ? runTexts.stopPlayback : runTexts.playBackRun}
            size="small"
            onClick={play.toggle}
          >
            {play.isPlaying ? <CirclePause /> : <CirclePlay />}
          </IconButton>
        </Tooltip>
        {markActions.map(({ id, label, shortcut, direction }) => {
          const mark = nextMark(marks, seq, direction)
          return (
            <Tooltip key={id} content={label} shortcut={shortcut}>
              <IconButton label={label} size="small" aria-disabled={!mark} onClick={() => mark && play.go(mark.seq)}>
                {direction === -1 ? <SkipBack /> : <SkipForward />}
              </IconButton>
            </Tooltip>
          )
        })}
      </div>
      <ScrubberTrack count={events.length} seq={seq} marks={marks} words={words} isLive={isNow} onGo={play.go} />
      {missing !== null && (
        <p
          role="alert"
          className="min-w-0 flex-1 basis-40 truncate text-small max-md:order-last max-md:basis-full max-md:pb-1"
        >
          <b className="font-semibold">{runTexts.thisRunHasNoEvent(missing)}</b>{' '}
          {runTexts.itHasSoFarShowing(events.length)}
        </p>
      )}
      {missing === null && !isNow && (
        <p className="flex min-w-0 flex-1 basis-40 items-baseline gap-x-2 text-small text-muted max-md:order-last max-md:basis-full max-md:pb-1">
          <span className="shrink-0 font-medium text-ink">{words.which}</span>
          <span className="min-w-0 truncate" title={`${words.what} ${words.when}`}>
            {words.what} <span className="font-mono text-code max-xl:sr-only">{words.when}</span>
          </span>
        </p>
      )}
      <Button
        size="small"
        look={isNow ? 'ghost' : 'primary'}
        aria-pressed={isNow}
        icon={
          <span
            aria-hidden="true"
            className={classNames('size-1.5 rounded-full', !isNow ? 'bg-current' : isLost ? 'bg-faint' : 'bg-done')}
          />
        }
        onClick={() => play.go(null)}
      >
        {hasEnded || isLost ? runTexts.now : runTexts.live}
      </Button>
    </section>
  )
}
