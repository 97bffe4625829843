'use client'

import { ShieldCheck } from 'lucide-react'
import type { Concern } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { runPath, runsPath } from '#components/shell/paths.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Panel } from '#components/ui/layout/panel.tsx'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { Elapsed } from '#components/ui/text/time.tsx'
import { countWord } from '../runs/count-words.ts'
import { troubleWords } from '../runs/trouble-words.ts'
import { concernAdvice, concernTitle } from './concern-words.ts'
import { More } from './overview-lists.tsx'
import { overviewTexts } from './texts/overview.ts'

/** The most urgent problems, the most severe on top. Each number links to the runs that it counts. */
export function Concerns({ concerns }: { concerns: readonly Concern[] }) {
  return (
    <Panel
      title={overviewTexts.needsAttention}
      className="border-b"
      aside={concerns.length > 0 && <More href={runsPath({ trouble: 'any' })} />}
    >
      {concerns.length === 0 ? (
        <p className="flex items-center gap-2.5 px-4 py-4 text-muted">
          <ShieldCheck aria-hidden="true" className="size-4.5 shrink-0 text-done" />
          {overviewTexts.nothingIsStuck}
        </p>
      ) : (
        <ul aria-label={overviewTexts.needsAttention} className="divide-y">
          {concerns.map((concern) => (
            <ConcernItem key={`${concern.trouble} ${concern.queue}`} concern={concern} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ConcernItem({ concern }: { concern: Concern }) {
  const { trouble, queue, oldest } = concern
  const titleOf = useWorkflowTitle()
  const { tone } = troubleWords[trouble]
  return (
    <li className={`flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 ${toneClasses[tone]}`}>
      <PageLink
        href={runsPath({ trouble, queue })}
        className="group flex min-w-0 flex-1 basis-90 items-center gap-3 rounded-s"
        aria-label={`${countWord(concern)} ${concernTitle(concern)}`}
      >
        <span className="grid size-7 shrink-0 place-items-center rounded-full bg-tone-soft text-tone">
          <ToneIcon tone={tone} className="size-3.75" />
        </span>
        <span className="grid min-w-0">
          <span className="font-[550] group-hover:underline">
            <span className="text-tone tabular-nums">{countWord(concern)}</span> {concernTitle(concern)}
          </span>
          <span className="text-small text-muted">{concernAdvice(concern)}</span>
        </span>
      </PageLink>
      {trouble === 'no_worker' && (
        <PageLink
          href="/workers"
          className="rounded-s py-1 text-small font-medium text-muted hover:text-ink hover:underline max-sm:pl-10"
        >
          {overviewTexts.workersAndEngines}
        </PageLink>
      )}
      <PageLink
        href={runPath(oldest.runId)}
        className="min-w-0 truncate rounded-s py-1 text-small text-muted hover:text-ink hover:underline max-sm:pl-10"
      >
        {oldest.since && (
          <>
            {overviewTexts.since} <Elapsed from={oldest.since} short />:{' '}
          </>
        )}
        {titleOf(oldest.workflow)}
      </PageLink>
    </li>
  )
}
