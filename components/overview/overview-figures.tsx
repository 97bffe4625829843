'use client'

import type { ReactNode } from 'react'
import type { MatchCount, OverviewData } from '#components/api/models.ts'
import { classNames } from '#components/ui/class-names.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { type Tone, toneClasses } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { numberWord } from '../runs/count-words.ts'
import { countOf, statusGroups } from '../runs/status-groups.ts'
import { figureLinks } from './figure-links.ts'
import { overviewTexts } from './texts/overview.ts'

/** The figures, each a link to its runs or tasks. */
export function OverviewFigures({ data }: { data: OverviewData }) {
  const { byStatus, waitingForPeople, failed, unsafe } = data
  const exactly = (count: number) => ({ count, more: false })
  const count = (group: keyof typeof statusGroups) => exactly(countOf(byStatus, statusGroups[group]))
  return (
    <section
      aria-label={overviewTexts.figures}
      className="grid grid-cols-5 gap-px border-b bg-line max-lg:grid-cols-2 max-lg:[&>:last-child]:col-span-2"
    >
      <Figure href={figureLinks.progress} tone="active" label={overviewTexts.inProgress} value={count('progress')}>
        {overviewTexts.runningOrWaitingForTime}
      </Figure>
      <Figure href={figureLinks.tasks} tone="human" label={overviewTexts.yourTasks} value={exactly(waitingForPeople)}>
        {firstTaskWords(data.firstTask)}
      </Figure>
      <Figure href={figureLinks.failed} tone="failed" label={overviewTexts.failed} value={failed}>
        {overviewTexts.notAcknowledged}
      </Figure>
      <Figure href={figureLinks.unsafe} tone="failed" label={overviewTexts.unsafe} value={unsafe}>
        {overviewTexts.changesMayBeLeft}
      </Figure>
      <Figure href={figureLinks.completed} tone="done" label={overviewTexts.completed} value={count('completed')} />
    </section>
  )
}

/** The words for the first task of the inbox; where no task has a due date, that is the one that waits longest. */
function firstTaskWords(task: OverviewData['firstTask']): string {
  if (task === null) return overviewTexts.noOpenTasks
  return `${task.dueAt === null ? 'oldest' : overviewTexts.nextDue}: ${isolateText(task.title)}`
}

interface FigureProps {
  href: string
  tone: Tone
  label: string
  value: MatchCount
  children?: ReactNode
}

function Figure({ href, tone, label, value, children }: FigureProps) {
  const isQuiet = value.count === 0
  return (
    <PageLink
      href={href}
      className={classNames(
        'grid content-start gap-0.5 bg-surface px-4 py-3.5 hover:bg-hover focus-visible:-outline-offset-2',
        toneClasses[tone],
      )}
    >
      <span className="flex items-center gap-1.75 text-label text-muted">
        <ToneIcon tone={tone} className={classNames('size-3.25 animate-none', isQuiet ? 'text-faint' : 'text-tone')} />
        {label}
      </span>
      <span className={classNames('text-[26px]/8 font-[650] tracking-[-0.02em]', isQuiet && 'text-faint')}>
        {numberWord(value)}
      </span>
      <span className="line-clamp-2 text-small text-muted">{children}</span>
    </PageLink>
  )
}
