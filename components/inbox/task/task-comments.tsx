'use client'

import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Textarea } from '#components/ui/controls/input.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { limits } from '#core/limits.ts'
import { taskTexts } from '../texts/task.ts'
import { usePersonNames } from '../use-person-names.ts'
import type { TaskChanges } from './actions/use-task-changes.ts'
import { TaskSection } from './task-section.tsx'

/** The comments on the task, and a field for a new one. */
export function TaskComments({ task, changes }: { task: HumanTaskDetail; changes: TaskChanges }) {
  const nameOf = usePersonNames()
  const mayComment = task.allowedActions.includes('comment')
  if (!mayComment && task.commentList.length === 0) return null
  return (
    <TaskSection title={taskTexts.comments}>
      {task.commentList.length > 0 && (
        <ol className="grid gap-3">
          {task.commentList.map(({ id, by, at, text }) => (
            <li key={id} className="grid gap-0.5">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <b className="font-semibold first-letter:uppercase">{nameOf(by.id, by.name)}</b>
                <Instant at={at} className="text-small text-faint" />
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere">{isolateText(text)}</p>
            </li>
          ))}
        </ol>
      )}
      {mayComment && <CommentBox changes={changes} />}
    </TaskSection>
  )
}

function CommentBox({ changes }: { changes: TaskChanges }) {
  const [text, setText] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  const isEmpty = text.trim() === ''
  useOfferActions(
    useMemo(
      () => [
        {
          id: 'task.comment',
          label: taskTexts.comment,
          group: taskTexts.thisTask,
          shortcut: 'c',
          perform: () => box.current?.focus(),
        },
      ],
      [],
    ),
  )
  const say = () => {
    if (!isEmpty && !changes.isBusy) changes.comment(text.trim(), () => setText(''))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // In this field ⌘↵ sends the comment and not the decision.
    event.preventDefault()
    say()
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        say()
      }}
    >
      <Textarea
        ref={box}
        aria-label={taskTexts.comment}
        placeholder={taskTexts.addComment}
        className="min-h-14"
        maxLength={limits.inbox.commentCharacters}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      {!isEmpty && (
        <Button type="submit" className="justify-self-start" disabled={changes.isBusy}>
          {taskTexts.comment}
        </Button>
      )}
    </form>
  )
}
