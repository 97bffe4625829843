import { Check } from 'lucide-react'
import { NodeCard } from '#components/canvas/node-card.tsx'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { welcomeTexts } from '../texts/welcome.ts'
import {
  edgeState,
  type ShowcaseEdge,
  type ShowcasePhase,
  type ShowcaseStepId,
  showcaseEdges,
  showcaseSteps,
  stepOverlay,
} from './showcase-script.ts'

type Box = readonly [x: number, y: number, width: number, height: number]

/** Where everything of the picture is, in its own pixels. */
interface Layout {
  readonly width: number
  readonly height: number
  readonly isAcross: boolean
  readonly places: Readonly<Partial<Record<ShowcaseStepId | 'start' | 'end', Box>>>
  /** The person above the approval. */
  readonly person: readonly [x: number, y: number]
}

const card = { width: 178, height: 56 }
const tall = (x: number, y: number): Box => [x, y, card.width, card.height]

const across: Layout = {
  width: 1016,
  height: 196,
  isAcross: true,
  places: {
    start: [0, 82, 56, 26],
    check: tall(88, 67),
    approval: tall(300, 67),
    decision: tall(512, 67),
    pay: tall(766, 16),
    decline: tall(766, 118),
    end: [970, 82, 46, 26],
  },
  person: [389, 38],
}

const down: Layout = {
  width: 216,
  height: 318,
  isAcross: false,
  places: {
    start: [80, 0, 56, 26],
    check: tall(19, 46),
    approval: tall(19, 146),
    pay: tall(19, 226),
    end: [85, 292, 46, 26],
  },
  person: [108, 124],
}

/** The workflow of the drawn run: from left to right, or below each other where the window is narrow. */
export function ShowcaseGraph({ phase, isMoving, direction }: ShowcaseGraphProps) {
  const layout = direction === 'across' ? across : down
  const { places } = layout
  return (
    <div className="relative shrink-0" style={{ width: layout.width, height: layout.height }}>
      <svg width={layout.width} height={layout.height} className="absolute inset-0 overflow-visible" aria-hidden="true">
        {showcaseEdges.map((edge) => (
          <Edge key={edge.id} {...{ edge, layout, phase, isMoving }} />
        ))}
      </svg>
      {places.start && <Pill place={places.start} label={welcomeTexts.start} isReached />}
      {showcaseSteps.map(({ id, type, name, summary }) => {
        const place = places[id]
        if (!place) return null
        return (
          <div key={id} className="absolute" style={boxOf(place)}>
            <NodeCard
              wide
              icon={<StepIcon type={type} />}
              name={name}
              summary={summary}
              overlay={stepOverlay(id, phase)}
            />
          </div>
        )
      })}
      {places.end && <Pill place={places.end} label={welcomeTexts.end} isReached={phase.tone === 'done'} />}
      <Person phase={phase} isMoving={isMoving} at={layout.person} />
    </div>
  )
}

interface ShowcaseGraphProps {
  phase: ShowcasePhase
  isMoving: boolean
  direction: 'across' | 'down'
}

const boxOf = ([x, y, width, height]: Box) => ({ left: x, top: y, width, height })

function Pill({ place, label, isReached }: { place: Box; label: string; isReached: boolean }) {
  return (
    <span
      className={classNames(
        'absolute grid place-items-center rounded-full border text-small font-semibold',
        isReached ? 'tone-done border-tone bg-tone-soft text-tone' : 'border-line-strong bg-surface text-faint',
      )}
      style={boxOf(place)}
    >
      {label}
    </span>
  )
}

/** The person who is asked: the ring pulses while the run waits for the answer. */
function Person({
  phase,
  isMoving,
  at: [x, y],
}: Pick<ShowcaseGraphProps, 'phase' | 'isMoving'> & { at: readonly [number, number] }) {
  const isAsked = phase.open === 'approval'
  const hasAnswered = phase.done.includes('approval')
  return (
    <span
      className={classNames(
        'absolute flex h-7 -translate-x-1/2 -translate-y-1/2 items-center gap-1.5 rounded-full border bg-surface pr-2.5 pl-1 text-small font-medium whitespace-nowrap shadow-low transition-opacity duration-300',
        hasAnswered ? 'tone-done' : 'tone-human',
        !isAsked && !hasAnswered && 'opacity-0',
      )}
      style={{ left: x, top: y }}
    >
      <span className="relative grid size-5 place-items-center rounded-full bg-tone text-[11px] font-semibold text-surface">
        {isAsked && isMoving && <span className="absolute inset-0 animate-pulse-ring rounded-full bg-tone" />}
        <span className="relative">
          {hasAnswered ? <Check className="size-3 stroke-3" /> : welcomeTexts.initialOfAna}
        </span>
      </span>
      {hasAnswered ? welcomeTexts.anaApproved : welcomeTexts.ana}
    </span>
  )
}

interface EdgeProps extends Pick<ShowcaseGraphProps, 'phase' | 'isMoving'> {
  edge: ShowcaseEdge
  layout: Layout
}

function Edge({ edge, layout, phase, isMoving }: EdgeProps) {
  const path = pathOf(edge, layout)
  if (path === null) return null
  const state = edgeState(edge, phase)
  return (
    <g>
      <path
        d={path.d}
        className={classNames('fill-none [stroke-width:1.6]', state === 'idle' ? 'stroke-line-strong' : 'stroke-done')}
      />
      {isMoving && state === 'moving' && (
        <circle
          // A new phase begins a new way.
          key={phase.clock + phase.now}
          r={4}
          className="animate-travel fill-done"
          style={{ offsetPath: `path('${path.d}')` }}
        />
      )}
      {edge.label && layout.isAcross && (
        <text
          x={path.label[0]}
          y={path.label[1]}
          textAnchor="middle"
          className={classNames('text-[11px] font-medium', state === 'idle' ? 'fill-faint' : 'fill-done')}
        >
          {edge.label}
        </text>
      )}
    </g>
  )
}

/** An edge between two places, and the place of its label; null if one of them is not drawn. */
function pathOf({ from, to }: ShowcaseEdge, { places, isAcross }: Layout) {
  // Narrow, the way leads past the decision.
  const [a, b] = [places[from], places[to] ?? (to === 'decision' ? places.pay : undefined)]
  if (!a || !b) return null
  if (!isAcross) {
    const [x, y1, y2] = [a[0] + a[2] / 2, a[1] + a[3], b[1]]
    return { d: `M${x} ${y1}L${x} ${y2}`, label: [x, y1] as const }
  }
  const [x1, y1, x2, y2] = [a[0] + a[2], a[1] + a[3] / 2, b[0], b[1] + b[3] / 2]
  const half = (x1 + x2) / 2
  const d = y1 === y2 ? `M${x1} ${y1}L${x2} ${y2}` : `M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${x2} ${y2}`
  return { d, label: [half + 4, y1 === y2 ? y1 - 6 : y2 < y1 ? y2 - 2 : y2 + 10] as const }
}
