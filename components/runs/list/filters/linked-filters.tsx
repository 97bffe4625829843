import { runPath } from '#components/shell/paths.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { formatSpan } from '#components/ui/text/format-time.ts'
import { shortId } from '../../run-link.tsx'
import { isTrouble, troubleWords } from '../../trouble-words.ts'
import { FilterPill } from './filter-pill.tsx'
import type { RunFilter } from './use-run-filter.ts'

/** The conditions that only links set, such as the parent run or the cause of a failure; here they can be removed. */
export function LinkedFilters({ filter, setFilter }: Pick<RunFilter, 'filter' | 'setFilter'>) {
  return (
    <>
      {filter.cause !== '' && (
        <FilterPill
          label={`cause ${filter.cause.slice(0, 6)}`}
          isOn
          onClear={() => setFilter({ cause: '' })}
          clearLabel="Any cause"
        >
          <p className="max-w-60 p-1 text-muted">Failures with the same workflow, step, code and kind of message.</p>
        </FilterPill>
      )}
      {isTrouble(filter.trouble) && (
        <FilterPill
          label={troubleWords[filter.trouble].filter}
          isOn
          onClear={() => setFilter({ trouble: '' })}
          clearLabel="Any problem"
        >
          <p className="max-w-60 p-1 text-muted">{troubleWords[filter.trouble].meaning}</p>
        </FilterPill>
      )}
      {filter.parent !== '' && (
        <FilterPill
          label={`sub-workflows of ${shortId(filter.parent)}`}
          isOn
          onClear={() => setFilter({ parent: '' })}
          clearLabel="Any parent"
        >
          <p className="max-w-60 p-1 text-muted">
            Sub-workflows started by <PageLink href={runPath(filter.parent)}>this run</PageLink>.
          </p>
        </FilterPill>
      )}
      {filter.queue !== '' && (
        <FilterPill
          label={`queue is ${filter.queue}`}
          isOn
          onClear={() => setFilter({ queue: '' })}
          clearLabel="Any queue"
        >
          <p className="max-w-60 p-1 text-muted">Runs with a step on this worker queue.</p>
        </FilterPill>
      )}
      {(filter.endedFrom !== '' || filter.endedTo !== '') && (
        <FilterPill
          label={`ended ${formatSpan(filter.endedFrom, filter.endedTo)}`}
          isOn
          onClear={() => setFilter({ endedFrom: '', endedTo: '' })}
          clearLabel="Any end time"
        >
          <p className="max-w-60 p-1 text-muted">Between these times.</p>
        </FilterPill>
      )}
    </>
  )
}
