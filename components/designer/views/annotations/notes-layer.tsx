'use client'

import { StickyNote } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { nodeSize } from '#components/canvas/measures.ts'
import { ViewPortal } from '#components/canvas/view-portal.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { Position } from '#core/graph/graph.ts'
import type { Note } from '#core/graph/notes.ts'
import { drawnNotePosition, noteWidth } from '../../algorithms/positions/note-position.ts'
import { returnToAnnotation } from '../../commands/annotation-commands.ts'
import { addsToSelection, notesMovedBy } from '../../commands/move-notes.ts'
import { moveSteps } from '../../commands/step-commands.ts'
import { pinPositions, textPosition } from '../../commands/step-positions.ts'
import type { Session } from '../../model/session.ts'
import { useDocument, useSelection, useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'
import { useDetail } from '../canvas/detail.ts'
import { useCanvasDrag } from '../canvas/use-canvas-drag.ts'
import { NoteEditor } from './note-editor.tsx'
import { useAnnotation } from './use-annotation.ts'
import { useNotes } from './use-notes.ts'

const paper =
  'rounded-s border border-[color-mix(in_srgb,var(--color-human)_35%,var(--color-line))] bg-human-soft text-ink'
/** How far above its step a note begins; below it is the way in. */
const stripHeight = 20

/** Comments of the text on the canvas: those of steps as strips above them, the others as sheets of paper. */
export function NotesLayer() {
  const session = useSession()
  const { ofSteps, free } = useNotes()
  const writing = useStore(session.notes.store, (notes) => notes.writing)
  const layout = useDocument((document) => document.parsed.layout)
  const nodes = useStore(session.flow.store, (flow) => flow.nodes)
  const shown = useMemo(() => {
    const noted = nodes.filter(({ id }) => ofSteps.has(id) || (writing?.kind === 'step' && writing.step === id))
    return noted.map(({ id, position }) => ({ id, position, note: ofSteps.get(id) }))
  }, [nodes, ofSteps, writing])
  return (
    <ViewPortal>
      {shown.map(({ id, position, note }) => (
        <StepNote key={id} step={id} note={note} x={position.x} y={position.y} />
      ))}
      {free.map((note, index) => (
        <FreeNote key={note.id} note={note} place={layout[note.id]} index={index} />
      ))}
      {writing?.kind === 'new' && <NewNote position={writing.position} />}
    </ViewPortal>
  )
}

interface StepNoteProps {
  readonly step: string
  readonly note: Note | undefined
  readonly x: number
  readonly y: number
}

function StepNote({ step, note, x, y }: StepNoteProps) {
  const session = useSession()
  const far = useDetail() !== 'near'
  const broken = useDocument((document) => document.broken)
  const writing = useStore(session.notes.store, ({ writing: which }) => which?.kind === 'step' && which.step === step)
  if (writing) {
    return (
      <div
        className={`nodrag nopan pointer-events-auto absolute z-20 shadow-high ${paper}`}
        style={{ left: x, bottom: `calc(100% - ${y - 6}px)`, width: nodeSize.width }}
      >
        <NoteEditor
          label={designerTexts.noteOn(step)}
          text={note?.text ?? ''}
          onDone={(text, byKey) => {
            session.notes.stop()
            if (text !== null) session.perform({ type: 'set_note', step, text })
            if (byKey) session.view.returnTo(step)
          }}
        />
      </div>
    )
  }
  if (far || note === undefined) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      title={note.text}
      aria-label={designerTexts.noteOnStepAndText(step, note.text)}
      disabled={broken}
      onClick={() => session.notes.write({ kind: 'step', step })}
      className={`nodrag nopan pointer-events-auto absolute flex h-4.5 max-w-54 items-center gap-1 px-1.5 text-[10.5px]/4 hover:border-human ${paper}`}
      style={{ left: x, top: y - stripHeight }}
    >
      <StickyNote aria-hidden="true" className="size-2.75 shrink-0 text-human" />
      <span className="truncate">{note.text}</span>
    </button>
  )
}

interface FreeNoteProps {
  readonly note: Note
  readonly place: readonly [number, number] | undefined
  readonly index: number
}

function FreeNote({ note, place, index }: FreeNoteProps) {
  const session = useSession()
  const broken = useDocument((document) => document.broken)
  const writing = useStore(
    session.notes.store,
    ({ writing: which, place: where }) => which?.kind === 'free' && which.id === note.id && where === 'canvas',
  )
  const selected = useSelection(({ notes }) => notes.has(note.id))
  const [own, setBy] = useState<Position | null>(null)
  const along = useStore(session.notes.store, (notes) => (selected ? notes.along : null))
  const by = along ?? own
  const together = useRef<ReadonlyMap<string, Position> | null>(null)
  const handle = useAnnotation<HTMLButtonElement>({ kind: 'note', id: note.id }, 'canvas')
  const drawn = drawnNotePosition(
    useStore(session.flow.store, (flow) => flow.room),
    place,
    index,
  )
  const at = { left: drawn.x + (by?.x ?? 0), top: drawn.y + (by?.y ?? 0), width: noteWidth }
  const drag = useCanvasDrag({
    moved(moved) {
      if (!selected || broken) {
        setBy(moved)
        return
      }
      together.current ??= selectedPositions(session)
      session.notes.moveAlong(moved)
      const changes = movedPositions(together.current, moved).map(
        ([id, position]) => ({ type: 'position', id, position, dragging: true }) as const,
      )
      session.flow.changeNodes(changes)
    },
    dropped(moved, event) {
      const others = together.current
      together.current = null
      setBy(null)
      session.notes.moveAlong(null)
      if (broken) return
      if (moved === null && addsToSelection(event, session)) session.selection.toggleNote(note.id)
      else if (moved === null) {
        session.selection.clear()
        session.notes.write({ kind: 'free', id: note.id })
      } else if (others !== null) {
        moveSteps(session, Object.fromEntries(movedPositions(others, moved)), { notes: notesMovedBy(session, moved) })
      } else {
        const moveTo = textPosition(session, { x: drawn.x + moved.x, y: drawn.y + moved.y })
        session.perform({ type: 'move', positions: { [note.id]: moveTo } }, { label: designerTexts.movingNote })
      }
    },
  })
  if (writing) {
    return (
      <div className={`nodrag nopan pointer-events-auto absolute z-20 shadow-high ${paper}`} style={at}>
        <NoteEditor
          label={designerTexts.note}
          text={note.text}
          onDone={(text, byKey) => {
            session.notes.stop()
            if (text !== null) session.perform({ type: 'write_note', note: note.id, text })
            if (byKey) returnToAnnotation(session, note.id, 'canvas')
          }}
        />
      </div>
    )
  }
  return (
    <button
      type="button"
      data-note={note.id}
      aria-label={designerTexts.noteTextAndSelected(note.text, selected ? designerTexts.selected : '')}
      disabled={broken}
      // A note added to a selection does not take the focus, which would begin another selection.
      onMouseDown={(event) => addsToSelection(event, session) && event.preventDefault()}
      className={classNames(
        'nodrag nopan pointer-events-auto absolute cursor-grab touch-none px-2.5 py-2 text-left text-small break-words whitespace-pre-wrap shadow-low hover:border-human active:cursor-grabbing',
        paper,
        selected && 'border-accent outline-2 outline-accent hover:border-accent',
      )}
      style={at}
      {...handle}
      {...drag}
    >
      {note.text}
    </button>
  )
}

/** The positions of the steps that are selected together with a note. */
function selectedPositions(session: Session): ReadonlyMap<string, Position> {
  const { steps } = session.selection.store.getState()
  const nodes = session.flow.store.getState().nodes.filter(({ id, data }) => {
    const own = session.flow.stepsOf(id)
    // Steps in a frame move with the frame.
    return data.owner === undefined && own.length > 0 && own.every((step) => steps.has(step))
  })
  return new Map(nodes.map(({ id, position }) => [id, position]))
}

const movedPositions = (places: ReadonlyMap<string, Position>, by: Position) =>
  [...places].map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }] as const)

function NewNote({ position }: { position: Position }) {
  const session = useSession()
  return (
    <div
      className={`nodrag nopan pointer-events-auto absolute z-20 shadow-high ${paper}`}
      style={{ left: position.x, top: position.y, width: noteWidth }}
    >
      <NoteEditor
        label={designerTexts.note}
        text=""
        onDone={(text, byKey) => {
          session.notes.stop()
          const edit = { type: 'write_note', text: text ?? '', position: textPosition(session, position) } as const
          if (text !== null) session.perform([...pinPositions(session), edit], { label: designerTexts.writingNote })
          // The new one is the last; without it, to where the keyboard can go on.
          if (byKey) returnToAnnotation(session, '', 'canvas')
        }}
      />
    </div>
  )
}
