'use client'

import { Group, StickyNote } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useStore } from 'zustand'
import { classNames } from '#components/ui/class-names.ts'
import type { StepGroup } from '#core/definition/definition.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Note } from '#core/graph/notes.ts'
import { editAnnotation, returnToAnnotation } from '../../commands/annotation-commands.ts'
import { addsToSelection } from '../../commands/move-notes.ts'
import { stepCount } from '../../model/drawing/labels.ts'
import { useDocument, useSelection, useSession } from '../../model/session-context.tsx'
import type { Annotation } from '../../model/stores/annotations.ts'
import { designerTexts } from '../../texts/designer.ts'
import { NoteEditor } from '../annotations/note-editor.tsx'
import { TitleInput } from '../annotations/title-input.tsx'
import { useAnnotation } from '../annotations/use-annotation.ts'
import { useGroups } from '../annotations/use-groups.ts'
import { useNotes } from '../annotations/use-notes.ts'

/** Rows for groups, which select the group's steps, and for free notes. */
export function AnnotationRows() {
  const groups = useGroups()
  const { free } = useNotes()
  if (groups.length + free.length === 0) return null
  return (
    <section aria-labelledby="outline-annotations" className="border-t pb-1">
      <h3 id="outline-annotations" className="px-3.5 pt-1.5 text-label text-muted">
        {designerTexts.groupsAndNotes}
      </h3>
      <div role="tree" aria-labelledby="outline-annotations" aria-multiselectable="true">
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
        {free.map((note) => (
          <NoteRow key={note.id} note={note} />
        ))}
      </div>
    </section>
  )
}

function GroupRow({ group }: { group: StepGroup }) {
  const session = useSession()
  const selected = useSelection(({ steps }) => group.steps.every((step) => steps.has(step)))
  const renaming = useStore(
    session.groups.store,
    (groups) => groups.renaming === group.id && groups.place === 'outline',
  )
  const words = `${stepCount(group.steps.length)}${group.collapsed ? designerTexts.collapsed : ''}`
  return (
    <Row
      annotation={{ kind: 'group', id: group.id }}
      label={designerTexts.group(escapeInvisible(group.title), words, group.steps.join(', '))}
      icon={<Group aria-hidden="true" />}
      selected={selected}
      onPick={() => {
        session.selection.selectSteps(group.steps)
        const [step] = group.steps
        if (step !== undefined) session.view.showStep(step)
      }}
    >
      {renaming ? (
        <TitleInput group={group} className="flex-1" />
      ) : (
        <>
          <span className="max-w-[70%] shrink-0 truncate font-medium">{escapeInvisible(group.title)}</span>
          <span className="shrink-0 text-muted">{words}</span>
          <span className="min-w-0 truncate text-muted max-sm:hidden">{group.steps.join(', ')}</span>
        </>
      )}
    </Row>
  )
}

function NoteRow({ note }: { note: Note }) {
  const session = useSession()
  const selected = useSelection(({ notes }) => notes.has(note.id))
  const writing = useStore(
    session.notes.store,
    ({ writing: which, place }) => which?.kind === 'free' && which.id === note.id && place === 'outline',
  )
  return (
    <Row
      annotation={{ kind: 'note', id: note.id }}
      label={designerTexts.noteText(note.text)}
      icon={<StickyNote aria-hidden="true" />}
      selected={selected}
      onPick={(event) => {
        if (addsToSelection(event, session)) session.selection.toggleNote(note.id)
      }}
    >
      {writing ? (
        <NoteEditor
          label={designerTexts.note}
          text={note.text}
          onDone={(text, byKey) => {
            session.notes.stop()
            if (text !== null) session.perform({ type: 'write_note', note: note.id, text })
            if (byKey) returnToAnnotation(session, note.id, 'outline')
          }}
        />
      ) : (
        <span className="min-w-0 truncate">{escapeInvisible(note.text)}</span>
      )}
    </Row>
  )
}

interface RowProps {
  readonly annotation: Annotation
  readonly label: string
  readonly icon: ReactNode
  readonly selected: boolean
  readonly onPick?: (event: MouseEvent) => void
  readonly children: ReactNode
}

function Row({ annotation, label, icon, selected, onPick, children }: RowProps) {
  const session = useSession()
  const broken = useDocument((document) => document.broken)
  const handle = useAnnotation<HTMLDivElement>(annotation, 'outline')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the actions of notes and groups
    <div
      role="treeitem"
      aria-level={1}
      aria-selected={selected}
      aria-label={label}
      // A row added to a selection does not take the focus, which would begin another selection.
      onMouseDown={(event) => {
        if (annotation.kind === 'note' && addsToSelection(event, session)) event.preventDefault()
      }}
      onClick={onPick}
      onDoubleClick={() => {
        if (!broken) editAnnotation(session)
      }}
      className={classNames(
        'flex min-h-7 items-center gap-2 px-2 select-none hover:bg-hover focus-visible:-outline-offset-2',
        selected && 'bg-accent-soft hover:bg-accent-soft',
      )}
      {...handle}
      tabIndex={handle.tabIndex}
    >
      <span className="ml-4.5 shrink-0 text-muted [&_svg]:size-3.5">{icon}</span>
      {children}
    </div>
  )
}
