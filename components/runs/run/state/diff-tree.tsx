'use client'

import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { oneLine } from '#components/ui/json/json-size.ts'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { type Tone, toneClasses } from '#components/ui/layout/tone.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { runTexts } from '../../texts/run.ts'
import type { Diff, DiffEntry } from './json-diff.ts'

/** Number of characters of a value beside its name; the whole value is shown on request. */
const shortest = 80

const signs: Record<Exclude<Diff['kind'], 'inside'>, { sign: string; word: string; tone: Tone }> = {
  added: { sign: '+', word: 'added', tone: 'done' },
  removed: { sign: '−', word: 'removed', tone: 'failed' },
  changed: { sign: '~', word: 'changed', tone: 'async' },
}

/** Added, changed and removed values, each in its place; unchanged values are only counted. */
export function DiffTree({ diff, label }: { diff: Diff; label: string }) {
  return (
    <figure
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-m bg-sunken px-2.5 py-2 font-mono text-code"
    >
      {diff.kind === 'inside' ? <Entries diff={diff} /> : <Leaf name="" diff={diff} />}
    </figure>
  )
}

function Entries({ diff: { entries, same, more, of } }: { diff: Extract<Diff, { kind: 'inside' }> }) {
  return (
    <ul>
      {entries.map((entry) => (
        <Entry key={`${entry.diff.kind} ${entry.name}`} entry={entry} />
      ))}
      {more > 0 && (
        <li className="pl-5 font-sans text-small text-muted">{runTexts.moreDifferences(formatNumber(more))}</li>
      )}
      {same > 0 && (
        <li className="pl-5 font-sans text-small text-muted">
          {runTexts.unchanged(formatNumber(same), same === 1 ? of.slice(0, -1) : of)}
        </li>
      )}
    </ul>
  )
}

function Entry({ entry: { name, diff } }: { entry: DiffEntry }) {
  if (diff.kind !== 'inside') {
    return (
      <li>
        <Leaf name={name} diff={diff} />
      </li>
    )
  }
  return (
    <li>
      <span className="pl-5 text-muted wrap-anywhere">{name}:</span>
      <div className="ml-2.5 border-l pl-1.5">
        <Entries diff={diff} />
      </div>
    </li>
  )
}

function Leaf({ name, diff }: { name: string; diff: Exclude<Diff, { kind: 'inside' }> }) {
  const { sign, word, tone } = signs[diff.kind]
  const [isOpen, setOpen] = useState(false)
  const values = [
    ...('before' in diff ? [{ role: 'before', value: diff.before, ...oneLine(diff.before, shortest) }] : []),
    ...('after' in diff ? [{ role: 'after', value: diff.after, ...oneLine(diff.after, shortest) }] : []),
  ]
  return (
    <>
      <div className={classNames('flex items-start gap-1 rounded-s', toneClasses[tone])}>
        <span aria-hidden="true" className="w-4 shrink-0 text-center font-semibold text-tone">
          {sign}
        </span>
        <span className="min-w-0 wrap-anywhere">
          <span className="sr-only">{word}: </span>
          {name !== '' && <span className="text-muted">{name}: </span>}
          {values.map(({ role, text }, index) => (
            <span key={role}>
              {index > 0 && <span className="text-muted"> → </span>}
              <span className={role === 'before' ? 'text-muted line-through' : 'text-ink'}>{text}</span>
            </span>
          ))}
        </span>
        {!values.every(({ isWhole }) => isWhole) && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="ml-auto flex shrink-0 items-center rounded-s font-sans text-small text-accent hover:underline"
          >
            <ChevronRight className={classNames('size-3.5', isOpen && 'rotate-90')} />
            {runTexts.full}
            <span className="sr-only"> {runTexts.valueOf(name)}</span>
          </button>
        )}
      </div>
      {isOpen &&
        values.map(({ role, value }) => (
          <div key={role} className="my-1 ml-5 grid gap-0.5">
            {values.length > 1 && <span className="font-sans text-small text-muted">{role}</span>}
            <JsonView label={`${name} ${role}`} value={value} className="bg-surface" />
          </div>
        ))}
    </>
  )
}
