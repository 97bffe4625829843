import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { canvasTexts } from './texts/canvas.ts'

export interface UndoTagProps {
  /** The function that undoes the step. */
  readonly undo: string
  /** The workflow rolls completed steps back when it fails. */
  readonly isOn: boolean
}

/** What undoes a step when the run is rolled back: at its step, by a dashed line. */
export function UndoTag({ undo, isOn }: UndoTagProps) {
  const name = escapeInvisible(undo)
  return (
    <span
      data-undo={name}
      title={isOn ? canvasTexts.undoneBy(name) : canvasTexts.undoIsOff(name)}
      // It ends left of the middle, where the edge to the next step leaves; a longer name begins left of the card.
      className="absolute top-full left-26 flex w-max min-w-22 max-w-44 -translate-x-full flex-col items-start"
    >
      <span
        aria-hidden="true"
        className={`mr-20 h-2 w-0 self-end border-l-2 border-dashed ${isOn ? 'border-undone' : 'border-line-strong'}`}
      />
      <span
        className={`canvas-undo flex max-w-full items-center gap-1 rounded-[6px] border border-dashed px-1.5 ${isOn ? 'border-undone bg-undone-soft text-undone' : 'border-line-strong bg-bg text-faint'}`}
      >
        <span aria-hidden="true">↶</span>
        <span className="sr-only">{isOn ? canvasTexts.undoneBy(name) : canvasTexts.undoIsOff(name)}</span>
        <span aria-hidden="true" className="truncate">
          {name.split('.').at(-1)}
        </span>
      </span>
    </span>
  )
}
