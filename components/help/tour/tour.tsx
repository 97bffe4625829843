'use client'

import { Route, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Action } from '#components/shell/actions/action.ts'
import { everywhere } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { helpTexts } from '../texts/help.ts'
import { tourTexts } from '../texts/tour.ts'
import { type TourStep, tourSteps } from './tour-steps.ts'
import { showTourStep, startTour, useTourStore } from './tour-store.ts'

/** The tour, on top of any page while it is shown; and the action that begins it. */
export function Tour() {
  const at = useTourStore(({ step }) => step)
  useOfferActions(
    useMemo<readonly Action[]>(
      () => [
        {
          id: 'tour',
          label: tourTexts.takeTheTour,
          group: everywhere.general,
          icon: Route,
          keywords: [helpTexts.help, 'introduction', 'onboarding'],
          perform: startTour,
        },
      ],
      [],
    ),
  )
  const step = at === null ? undefined : tourSteps[at]
  if (at === null || step === undefined) return null
  return <TourCard at={at} step={step} />
}

/**
 * One step: a card beside the link in the navigation that it is about. On a phone, whose navigation is closed, it
 * stands at the bottom. The page behind it stays usable.
 */
function TourCard({ at, step }: { at: number; step: TourStep }) {
  const router = useRouter()
  const card = useRef<HTMLDialogElement>(null)
  const position = usePointedOut(step.path)
  useReturnedFocus()
  useEffect(() => {
    router.push(step.path)
    card.current?.focus()
  }, [step, router])
  const isLast = at === tourSteps.length - 1
  return (
    <dialog
      open
      ref={card}
      tabIndex={-1}
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      onKeyDown={(event) => {
        if (event.key === 'Escape') showTourStep(null)
        else if (event.key === 'ArrowRight' && !isLast) showTourStep(at + 1)
        else if (event.key === 'ArrowLeft' && at > 0) showTourStep(at - 1)
        else return
        event.stopPropagation()
      }}
      className="fixed inset-auto z-60 m-0 grid w-80 max-w-[calc(100vw-24px)] gap-2 rounded-l border border-line-strong bg-surface p-4 text-ink shadow-high outline-none"
      style={position}
    >
      <p className="text-small text-muted">
        {tourTexts.tour} · {tourTexts.step(at + 1, tourSteps.length)}
      </p>
      <h2 id="tour-title" className="text-title">
        {step.title}
      </h2>
      <p id="tour-text" className="text-muted">
        {step.text}
      </p>
      <div className="mt-1 flex items-center gap-2">
        <span aria-hidden="true" className="flex gap-1">
          {tourSteps.map(({ path }, index) => (
            <span key={path} className={`size-1.5 rounded-full ${index === at ? 'bg-accent' : 'bg-line-strong'}`} />
          ))}
        </span>
        <span className="flex-1" />
        {at > 0 && <Button onClick={() => showTourStep(at - 1)}>{tourTexts.back}</Button>}
        <Button look="primary" onClick={() => showTourStep(isLast ? null : at + 1)}>
          {isLast ? tourTexts.done : tourTexts.next}
        </Button>
      </div>
      <IconButton
        label={tourTexts.skip}
        size="small"
        className="absolute top-3 right-3"
        onClick={() => showTourStep(null)}
      >
        <X />
      </IconButton>
    </dialog>
  )
}

const gapPx = 14
const cardHeightPx = 190
/** Without a visible link: at the bottom, in the middle. */
const atBottom = { bottom: 16, left: '50%', transform: 'translateX(-50%)' } as const

/** Points out the link of a page in the navigation, and returns the place of the card beside it. */
function usePointedOut(path: string): React.CSSProperties {
  const [position, setPosition] = useState<React.CSSProperties>(atBottom)
  useLayoutEffect(() => {
    const link = [...document.querySelectorAll<HTMLElement>(`nav a[href="${path}"]`)].find(
      (each) => each.getClientRects().length > 0,
    )
    const place = () => {
      const box = link?.getBoundingClientRect()
      if (!box || box.width === 0) return setPosition(atBottom)
      const top = Math.max(12, Math.min(box.top - 12, innerHeight - cardHeightPx - 12))
      setPosition({ left: box.right + gapPx, top })
    }
    place()
    link?.setAttribute('data-toured', '')
    addEventListener('resize', place)
    return () => {
      link?.removeAttribute('data-toured')
      removeEventListener('resize', place)
    }
  }, [path])
  return position
}

/** The focus goes back to where it was before the tour. */
function useReturnedFocus(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else document.getElementById('main')?.focus()
    }
  }, [])
}
