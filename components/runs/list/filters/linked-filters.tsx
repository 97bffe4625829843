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
          <p className="max-w-60 p-1 text-muted">
            Failures of one cause: the same workflow, step, code and shape of the message.
          </p>
        </FilterPill>
      )}
      {isTrouble(filter.trouble) && (
        <FilterPill
          label={troubleWords[filter.trouble].filter}
          isOn
          onClear={() => setFilter({ trouble: '' })}
          clearLabel="Whatever ails them"
        >
          <p className="max-w-60 p-1 text-muted">{troubleWords[filter.trouble].meaning}</p>
        </FilterPill>
      )}
      {filter.parent !== '' && (
        <FilterPill
          label={`sub-workflows of ${shortId(filter.parent)}`}
          isOn
          onClear={() => setFilter({ parent: '' })}
          clearLabel="Whatever started them"
        >
          <p className="max-w-60 p-1 text-muted">
            Those that <PageLink href={runPath(filter.parent)}>this run</PageLink> has started itself.
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
          <p className="max-w-60 p-1 text-muted">A step of theirs is on this queue of workers, taken or not.</p>
        </FilterPill>
      )}
      {(filter.endedFrom !== '' || filter.endedTo !== '') && (
        <FilterPill
          label={`ended ${formatSpan(filter.endedFrom, filter.endedTo)}`}
          isOn
          onClear={() => setFilter({ endedFrom: '', endedTo: '' })}
          clearLabel="Whenever they ended"
        >
          <p className="max-w-60 p-1 text-muted">Between these instants, the first of them included.</p>
        </FilterPill>
      )}
    </>
  )
}
