'use client'

import { classNames } from '#components/ui/class-names.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { readableName } from '#core/definition/readable-name.ts'
import type { DefinitionDiff, EdgeChange, FieldChange, StepChange } from '#core/graph/diff/diff-definitions.ts'
import type { GroupChange } from '#core/graph/diff/diff-groups.ts'
import type { Json } from '#core/json.ts'
import { lookOf, toneOfLook } from './diff-graph.ts'
import { diffTexts } from './texts/diff.ts'

export interface ChangeListProps {
  readonly diff: DefinitionDiff
  readonly selected: string | null
  readonly onSelect: (step: string) => void
}

/** Every change in words: the same as the graph shows, for keyboards, screen readers and copying. */
export function ChangeList({ diff, selected, onSelect }: ChangeListProps) {
  const changed = diff.steps.filter(({ status }) => status !== 'same')
  const moved = diff.steps.filter((step) => lookOf(step) === 'moved')
  const nothing = changed.length + moved.length + diff.edges.length + diff.groups.length + diff.workflow.length === 0
  if (nothing) {
    return (
      <p className="px-4 py-5 text-muted">
        {diff.reordered ? diffTexts.bothVersionsAreEquivalentOnly : diffTexts.bothVersionsAreEquivalent}
      </p>
    )
  }
  return (
    <div className="grid content-start">
      {diff.workflow.length > 0 && (
        <Group title={diffTexts.workflow}>
          <div className="px-4 pb-3">
            <Fields fields={diff.workflow} />
          </div>
        </Group>
      )}
      {changed.length > 0 && (
        <Group title={diffTexts.steps}>
          <ul>
            {changed.map((step) => (
              <StepItem key={step.name} step={step} selected={step.name === selected} onSelect={onSelect} />
            ))}
          </ul>
        </Group>
      )}
      {diff.edges.length > 0 && (
        <Group title={diffTexts.connections}>
          <ul className="grid gap-1.5 px-4 pb-3">
            {diff.edges.map((edge) => (
              <EdgeItem key={`${edge.status} ${edge.id}`} edge={edge} />
            ))}
          </ul>
        </Group>
      )}
      {moved.length > 0 && (
        <Group title={diffTexts.onlyMoved} note={noConsequence}>
          <ul>
            {moved.map((step) => (
              <StepItem key={step.name} step={step} selected={step.name === selected} onSelect={onSelect} />
            ))}
          </ul>
        </Group>
      )}
      {diff.groups.length > 0 && (
        <Group title={diffTexts.groupsOnCanvas} note={noConsequence}>
          <ul className="grid gap-1.5 px-4 pb-3">
            {diff.groups.map((group) => (
              <GroupItem key={`${group.status} ${group.id}`} group={group} />
            ))}
          </ul>
        </Group>
      )}
    </div>
  )
}

const noConsequence = diffTexts.noEffectOnRuns

function Group({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="border-b last:border-b-0">
      <h3 className="px-4 pt-3 pb-1.5 text-label text-muted">
        {title} {note && <span className="font-medium text-faint">{note}</span>}
      </h3>
      {children}
    </section>
  )
}

interface StepItemProps {
  readonly step: StepChange
  readonly selected: boolean
  readonly onSelect: (step: string) => void
}

function StepItem({ step, selected, onSelect }: StepItemProps) {
  const look = lookOf(step)
  return (
    <li className={classNames('px-4 py-1.5', selected && 'bg-accent-soft')}>
      <button
        type="button"
        aria-pressed={selected}
        onClick={() => onSelect(step.name)}
        className="flex w-full items-center gap-2 rounded-s text-left hover:text-accent"
      >
        <span className={classNames('min-w-0 flex-1 truncate font-semibold', look === 'removed' && 'line-through')}>
          <span title={step.name}>{readableName(step.name)}</span>
        </span>
        {step.status !== 'same' && step.moved && <span className="text-small text-muted">{diffTexts.moved}</span>}
        <Chip tone={toneOfLook(look)}>{look}</Chip>
      </button>
      {step.fields.length > 0 && <Fields fields={step.fields} />}
    </li>
  )
}

function Fields({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-1.5 pt-1.5 pb-1">
      {fields.map((field) => (
        <div key={field.path.join('.')} className="grid gap-0.5">
          <dt className="text-small text-muted">{field.path.join(' › ')}</dt>
          <dd className="grid gap-0.5">
            <Value value={field.before} sign="−" word="before" tone="bg-failed-soft" />
            <Value value={field.after} sign="+" word="after" tone="bg-done-soft" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value, sign, word, tone }: { value: Json | undefined; sign: string; word: string; tone: string }) {
  if (value === undefined) return null
  return (
    <code
      className={classNames('flex max-h-32 gap-1.5 overflow-auto rounded-s px-1.5 font-mono text-code', tone)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <span aria-hidden="true" className="select-none">
        {sign}
      </span>
      <span className="sr-only">{word}: </span>
      <span className="wrap-anywhere whitespace-pre-wrap">
        {typeof value === 'string' ? value : JSON.stringify(value, null, 1)}
      </span>
    </code>
  )
}

const changeTones = { added: 'done', removed: 'failed', changed: 'human', moved: 'async' } as const

function EdgeItem({ edge: { source, target, kind, status, label, labelBefore } }: { edge: EdgeChange }) {
  const words = status === 'changed' ? `${labelBefore ?? ''} → ${label ?? ''}` : (label ?? labelBefore)
  return (
    <li className="flex items-start gap-2">
      <span className="min-w-0 flex-1">
        <span className={classNames(status === 'removed' && 'line-through')}>
          {source} <span aria-hidden="true">→</span>
          <span className="sr-only">{diffTexts.to}</span> {target}
        </span>
        {kind === 'failure' && <span className="text-muted"> {diffTexts.onFailure}</span>}
        {words && <span className="block font-mono text-code wrap-anywhere text-muted">{words}</span>}
      </span>
      <Chip tone={changeTones[status]}>{status}</Chip>
    </li>
  )
}

function GroupItem({ group: { title, status } }: { group: GroupChange }) {
  return (
    <li className="flex items-start gap-2">
      <span className={classNames('min-w-0 flex-1 wrap-anywhere', status === 'removed' && 'line-through')}>
        {title}
      </span>
      <Chip tone={changeTones[status]}>{status}</Chip>
    </li>
  )
}
