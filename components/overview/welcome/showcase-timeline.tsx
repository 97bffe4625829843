import { classNames } from '#components/ui/class-names.ts'
import { type Tone, toneClasses } from '#components/ui/layout/tone.ts'
import { welcomeTexts } from '../texts/welcome.ts'
import { barAt, restartAt, type ShowcasePhase, type ShowcaseStep, showcaseSteps } from './showcase-script.ts'

/** The marks of the axis, in percent: time in which nothing happens is folded. */
const marks = [
  { at: 0, label: '0 s' },
  { at: 11, label: '1 s' },
  { at: 30, label: '1 h' },
  { at: 54, label: '1 d' },
  { at: 70, label: '2 d' },
] as const

/** The timeline of the drawn run. A bar grows for as long as its phase lasts. */
export function ShowcaseTimeline({ phase, isMoving }: { phase: ShowcasePhase; isMoving: boolean }) {
  const hasRestarted = phase.now > restartAt
  const grows = { transitionDuration: isMoving ? `${phase.ms}ms` : '0ms' }
  const rows: readonly ShowcaseStep[] = showcaseSteps.filter(({ bar }) => bar !== null)
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[7.5rem_minmax(0,1fr)] content-start max-sm:grid-cols-[6rem_minmax(0,1fr)] text-small">
      <span />
      <span className="relative h-6 border-b">
        {marks.map(({ at, label }) => (
          <span key={label} className="absolute top-0.5 border-l pl-1 text-faint" style={{ left: `${at}%` }}>
            {label}
          </span>
        ))}
      </span>
      <span className="grid auto-rows-7 border-r">
        {rows.map(({ id, name }) => (
          <span key={id} className="truncate pt-1.5 pr-2 text-muted">
            {name}
          </span>
        ))}
      </span>
      <span className="relative grid auto-rows-7">
        {rows.map(({ id, bar }) => {
          if (bar === null) return null
          const { from, width } = barAt(bar, phase.now)
          return (
            <span key={id} className="relative border-b border-line/60">
              <span
                className={classNames(
                  'absolute top-1.75 h-3.5 rounded-[4px] bg-tone ease-linear',
                  isMoving && 'transition-[width]',
                  toneClasses[toneOf(id, phase)],
                )}
                style={{ left: `${from}%`, width: `${width}%`, ...grows }}
              />
            </span>
          )
        })}
        <span
          className={classNames(
            'absolute inset-y-0 border-l border-dashed border-failed transition-opacity duration-300',
            !hasRestarted && 'opacity-0',
          )}
          style={{ left: `${restartAt}%` }}
        >
          <span className="absolute bottom-1 left-1 rounded-[4px] bg-failed-soft px-1 whitespace-nowrap text-failed">
            {welcomeTexts.engineRestarted}
          </span>
        </span>
        <span
          aria-hidden="true"
          className={classNames(
            'absolute inset-y-0 border-l-2 border-accent ease-linear',
            isMoving && 'transition-[left]',
          )}
          style={{ left: `${phase.now}%`, ...grows }}
        />
      </span>
    </div>
  )
}

function toneOf(id: string, phase: ShowcasePhase): Tone {
  if (phase.open === id) return id === 'approval' ? 'human' : 'active'
  return 'done'
}
