'use client'

import type { ReactNode } from 'react'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useDirectory } from '#components/people/use-people.ts'
import { RunValues } from '#components/runs/run-values.tsx'
import { FileLink } from '#components/ui/json/file-entry.tsx'
import { labelOfName } from '#components/ui/schema-form/schema-field.ts'
import { Elapsed, Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { filesIn, fileValueOf } from '#core/definition/files/file-value.ts'
import type { Json } from '#core/json.ts'
import { Due } from '../list/due.tsx'
import { fieldText } from '../list/task-words.ts'
import { taskTexts } from '../texts/task.ts'
import { usePersonNames } from '../use-person-names.ts'
import { subjectOf } from './subject-of.ts'
import { valuesOfText } from './values-of-text.ts'

/** The subject of the decision in short: the fields that the author chose, or else a few short values of the run. */
export function TaskFacts({ task }: { task: HumanTaskDetail }) {
  const nameOf = usePersonNames()
  const groups = useDirectory().data?.groups ?? []
  const groupName = (id: string, otherwise = id) => groups.find((group) => group.id === id)?.name ?? otherwise
  const isOpen = task.status === 'open'
  // The values that the instructions end in are a list there.
  const isListed = valuesOfText(task.instructions ?? '').values !== null
  const asFiles = task.fields.filter(({ value }) => fileValueOf(value) !== null)
  const chosen = task.fields
    .filter((field) => !asFiles.includes(field))
    .filter(({ value }) => !(isListed && typeof value === 'string' && task.instructions?.endsWith(value)))
    .map(({ label, value }) => ({ name: label, value: fieldText(value) }))
  const files = asFiles.length > 0 ? asFiles : filesOfInput(task.runInput)
  const subject =
    chosen.length > 0 || asFiles.length > 0
      ? chosen
      : subjectOf(task.runInput, task.runState).map(({ name, value }) => ({ name: labelOfName(name), value }))
  const candidates = [
    ...task.assignees.map((id) => nameOf(id)),
    ...task.groups.map((id) => isolateText(groupName(id))),
    ...task.escalatedTo.map((id) => groupName(id, nameOf(id))),
    ...task.delegates.map((id) => nameOf(id)),
  ]
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-m border bg-line">
      {subject.map(({ name, value }) => (
        <Cell key={name} name={isolateText(name)}>
          {isolateText(value)}
        </Cell>
      ))}
      {files.map(({ label, value }) => {
        const file = fileValueOf(value)
        return (
          file && (
            <Cell key={`${label} ${file.heddle_file}`} name={isolateText(label)}>
              <RunValues runId={task.runId}>
                <FileLink file={file} />
              </RunValues>
            </Cell>
          )
        )
      })}
      {task.requestedBy && (
        <Cell name={taskTexts.requestedBy}>
          <Who>{nameOf(task.requestedBy)}</Who>
        </Cell>
      )}
      <Cell name={isOpen ? taskTexts.waitingSince : taskTexts.took}>
        <Elapsed from={task.openedAt} to={task.closedAt} />
      </Cell>
      {isOpen && task.dueAt && (
        <Cell name={taskTexts.due}>
          <Due dueAt={task.dueAt} />
        </Cell>
      )}
      {isOpen && task.holder && (
        <Cell name={taskTexts.claimedByLabel}>
          <Who>{nameOf(task.holder.id, task.holder.name)}</Who>
        </Cell>
      )}
      {isOpen && task.followUpAt && (
        <Cell name={taskTexts.followUp}>
          <Instant at={task.followUpAt} />
        </Cell>
      )}
      {candidates.length > 0 && (
        <Cell name={taskTexts.whoCanDecide}>
          <Who>{[...new Set(candidates)].join(', ')}</Who>
        </Cell>
      )}
      {task.excluded.length > 0 && (
        <Cell name={taskTexts.excluded}>
          <Who>{task.excluded.map((id) => groupName(id, nameOf(id))).join(', ')}</Who>
        </Cell>
      )}
    </dl>
  )
}

const mostFiles = 5

/** Files with which the run was started: what the decision is about, where the author chose no fields. */
const filesOfInput = (input: Json) =>
  filesIn(input)
    .slice(0, mostFiles)
    .map(({ path, file }) => ({ label: labelOfName(path), value: file === null ? null : { ...file } }))

/** `You` begins the line. */
function Who({ children }: { children: string }) {
  return <span className="inline-block max-w-full truncate align-bottom first-letter:uppercase">{children}</span>
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-1 basis-38 bg-surface px-3.5 py-2.5">
      <dt className="truncate text-label text-muted">{name}</dt>
      <dd className="truncate text-title font-semibold">{children}</dd>
    </div>
  )
}
