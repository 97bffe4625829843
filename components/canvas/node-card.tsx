import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { type Tone, toneClasses } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { escapeInvisible, isolateSentence } from '#core/definition/escape-invisible.ts'
import type { TitlePart } from '#core/definition/title.ts'
import type { NodeOverlay } from './overlay-store.ts'
import { canvasTexts } from './texts/canvas.ts'
import { TitleText } from './title-text.tsx'
import { UndoTag, type UndoTagProps } from './undo-tag.tsx'
import { useNews } from './use-news.ts'

export interface NodeCardProps {
  icon: ReactNode
  /** The class of the step's category, which colours the tile of the icon. */
  kind?: string | undefined
  /** The title, safe to display. */
  name: string
  /** The title in parts, where values are chips. */
  parts?: readonly TitlePart[] | undefined
  /** The id of the step, for the tooltip. */
  id?: string | undefined
  summary: string
  /** The kind of step in words, shown where there is room beside the summary. */
  type?: string | undefined
  selected?: boolean
  overlay?: NodeOverlay | undefined
  /** Called on a click on the badge that counts problems; without this handler the badge is no button. */
  onProblems?(): void
  /** The run passes the step over. */
  disabled?: boolean | undefined
  /** What undoes the step on a rollback, and whether the workflow has rollbacks. */
  undo?: UndoTagProps | undefined
  /** The card takes the width of its container, as the head of a frame does. */
  wide?: boolean
  /** Small buttons at the right end of the card. */
  tools?: ReactNode
}

/**
 * A step as every canvas shows it. The tile has the colour of the step's category; a run adds a bar, a ring and a mark.
 * A step that did not run is dimmed by colour, not by opacity, so that its words stay readable.
 */
export function NodeCard(props: NodeCardProps) {
  const { icon, kind, name, parts, id, summary, type, selected, overlay = {}, onProblems } = props
  const { disabled, undo, wide, tools } = props
  const { tone, title, note, mark, word, dim, problems } = overlay
  const shown = title ?? name
  return (
    <div
      className={classNames(
        'relative flex h-14 items-center gap-2.5 rounded-l border pr-3 pl-2.5',
        wide ? 'w-full' : 'w-54',
        dim ? 'border-line bg-bg' : 'border-line-strong bg-surface shadow-low in-data-moving:shadow-none',
        tone && [toneClasses[tone], 'border-[color-mix(in_srgb,var(--tone)_45%,var(--color-line))]'],
        disabled && 'border-dashed bg-bg shadow-none',
        selected && 'border-accent ring-2 ring-[color-mix(in_srgb,var(--color-accent)_30%,transparent)]',
      )}
    >
      {tone && <span aria-hidden="true" className="absolute -left-px inset-y-3 w-0.75 rounded-full bg-tone" />}
      <span
        className={classNames(
          'grid size-9 shrink-0 place-items-center rounded-m [&_svg]:size-4.5',
          kind === undefined || disabled ? 'bg-sunken text-muted' : [kind, 'bg-(--kind-soft) text-(--kind)'],
          dim && !tone && 'bg-sunken',
        )}
      >
        {icon}
      </span>
      <span className="grid min-w-0 flex-1">
        <span
          title={id === undefined || id === shown ? shown : canvasTexts.titleAndId(shown, escapeInvisible(id))}
          className={classNames('canvas-name truncate font-semibold', (dim || disabled) && 'text-faint')}
        >
          {parts === undefined || title !== undefined ? shown : <TitleText parts={parts} />}
        </span>
        <span className="flex min-w-0 items-center gap-1.5">
          {/* Content that does not fit beside the summary wraps to a second line, which is hidden. */}
          <span
            className={classNames(
              'canvas-note flex max-h-[1lh] min-w-0 flex-1 flex-wrap justify-between gap-x-2 overflow-hidden',
              dim || disabled ? 'text-faint' : 'text-muted',
            )}
          >
            <span title={isolateSentence(note ?? summary)} className="max-w-full truncate">
              {isolateSentence(note ?? summary)}
            </span>
            {type !== undefined && note === undefined && (
              <span className="whitespace-nowrap in-data-mid:hidden">{type}</span>
            )}
          </span>
          {mark === undefined && <StatusIcon tone={tone ?? null} />}
          {mark !== undefined && (
            <span
              aria-hidden="true"
              className={classNames('text-[13px]/4 font-bold', tone ? 'text-tone' : 'text-faint')}
            >
              {mark}
            </span>
          )}
        </span>
      </span>
      {word && <span className="sr-only">{word}</span>}
      {disabled && <Bypass />}
      {undo && !wide && <UndoTag {...undo} />}
      {tools}
      {problems && <ProblemBadge problems={problems} onClick={onProblems} />}
    </div>
  )
}

/** The way past a step that the run passes over. */
function Bypass() {
  return (
    <>
      <span className="sr-only">{canvasTexts.disabled}</span>
      <svg
        aria-hidden="true"
        viewBox="0 0 216 56"
        className="pointer-events-none absolute inset-0 size-full overflow-visible"
        data-bypass=""
      >
        <title>{canvasTexts.disabled}</title>
        <path d="M108 -8C-40 -8 -40 64 108 64" className="fill-none stroke-thread [stroke-dasharray:5_4]" />
      </svg>
    </>
  )
}

/** The tone of problems by the most severe of them; `info` marks work still to do. */
export const problemTones = { error: 'failed', warning: 'human', info: 'active' } as const satisfies Record<
  string,
  Tone
>

interface ProblemBadgeProps {
  readonly problems: NonNullable<NodeOverlay['problems']>
  readonly onClick: (() => void) | undefined
}

function ProblemBadge({ problems: { count, severity }, onClick }: ProblemBadgeProps) {
  const className = classNames(
    'absolute -top-1.75 -right-1.75 h-4.25 min-w-4.25 rounded-full bg-tone px-1 text-center text-[10.5px]/[17px] font-bold text-surface',
    toneClasses[problemTones[severity]],
  )
  const said =
    severity === 'info' ? canvasTexts.toDo(count) : count === 1 ? canvasTexts.oneProblem : canvasTexts.problems(count)
  const words = (
    <>
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{said}</span>
    </>
  )
  if (onClick === undefined) return <span className={className}>{words}</span>
  return (
    // Only the mouse uses this handler: a node is a button itself, and keyboard users have the list of problems.
    // biome-ignore lint/a11y: a button inside of a button is none to a screen reader
    <span
      title={said}
      onClick={onClick}
      className={classNames(className, 'nodrag cursor-pointer after:absolute after:-inset-1')}
    >
      {words}
    </span>
  )
}

/** The status of a step. The check of a step that completes while a person watches draws itself. */
function StatusIcon({ tone }: { tone: Tone | null }) {
  const { shown, seen } = useNews(tone, isDone)
  if (tone === null) return null
  return (
    <span className="contents" onAnimationEnd={seen}>
      <ToneIcon tone={tone} className={classNames('size-3.5 stroke-2 text-tone', shown && drawn)} />
    </span>
  )
}

const isDone = (before: Tone | null, now: Tone | null) => before !== 'done' && now === 'done'
/** The line of the check is 22 units long. */
const drawn = '[&_path]:animate-draw [&_path]:[stroke-dasharray:22]'
