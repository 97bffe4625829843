import { runPath } from '#components/shell/paths.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { formatSpan } from '#components/ui/text/format-time.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { limits } from '#core/limits.ts'
import { shortId } from '../../short-id.ts'
import { listFiltersTexts } from '../../texts/list-filters.ts'
import { isTrouble, troubleWords } from '../../trouble-words.ts'
import { FilterPill } from './filter-pill.tsx'
import type { RunFilter } from './use-run-filter.ts'

/** The conditions that only links set, such as the parent run or the cause of a failure; here they can be removed. */
export function LinkedFilters({ filter, setFilter }: Pick<RunFilter, 'filter' | 'setFilter'>) {
  return (
    <>
      {filter.cause !== '' && (
        <FilterPill
          label={listFiltersTexts.cause(filter.cause.slice(0, 6))}
          isOn
          onClear={() => setFilter({ cause: '' })}
          clearLabel={listFiltersTexts.anyCause}
        >
          <p className="max-w-60 p-1 text-muted">{listFiltersTexts.failuresWithSameWorkflowStep}</p>
        </FilterPill>
      )}
      {filter.within !== '' && (
        <FilterPill
          label={listFiltersTexts.inputOrStateHas(isolateText(filter.within))}
          isOn
          onClear={() => setFilter({ within: '' })}
          clearLabel={listFiltersTexts.anyInputAndState}
        >
          <p className="max-w-60 p-1 text-muted">
            {listFiltersTexts.newestRunsAreSearched(formatNumber(limits.search.scannedRuns))}
          </p>
        </FilterPill>
      )}
      {isTrouble(filter.trouble) && (
        <FilterPill
          label={troubleWords[filter.trouble].filter}
          isOn
          onClear={() => setFilter({ trouble: '' })}
          clearLabel={listFiltersTexts.anyProblem}
        >
          <p className="max-w-60 p-1 text-muted">{troubleWords[filter.trouble].meaning}</p>
        </FilterPill>
      )}
      {filter.parent !== '' && (
        <FilterPill
          label={`sub-workflows of ${shortId(filter.parent)}`}
          isOn
          onClear={() => setFilter({ parent: '' })}
          clearLabel={listFiltersTexts.anyParent}
        >
          <p className="max-w-60 p-1 text-muted">
            {listFiltersTexts.subWorkflowsStartedBy}{' '}
            <PageLink href={runPath(filter.parent)}>{listFiltersTexts.thisRun}</PageLink>.
          </p>
        </FilterPill>
      )}
      {filter.queue !== '' && (
        <FilterPill
          label={listFiltersTexts.queueIs(filter.queue)}
          isOn
          onClear={() => setFilter({ queue: '' })}
          clearLabel={listFiltersTexts.anyQueue}
        >
          <p className="max-w-60 p-1 text-muted">{listFiltersTexts.runsWithStepOnThis}</p>
        </FilterPill>
      )}
      {filter.atStep !== '' && (
        <FilterPill
          label={listFiltersTexts.standsAt(isolateText(filter.atStep))}
          isOn
          onClear={() => setFilter({ atStep: '' })}
          clearLabel={listFiltersTexts.anyCurrentStep}
        >
          <p className="max-w-60 p-1 text-muted">{listFiltersTexts.liveRunsAtStep}</p>
        </FilterPill>
      )}
      {filter.failedStep !== '' && (
        <FilterPill
          label={listFiltersTexts.failedAt(isolateText(filter.failedStep))}
          isOn
          onClear={() => setFilter({ failedStep: '' })}
          clearLabel={listFiltersTexts.anyFailedStep}
        >
          <p className="max-w-60 p-1 text-muted">{listFiltersTexts.runsThatFailedAtStep}</p>
        </FilterPill>
      )}
      {(filter.endedFrom !== '' || filter.endedTo !== '') && (
        <FilterPill
          label={listFiltersTexts.ended(formatSpan(filter.endedFrom, filter.endedTo))}
          isOn
          onClear={() => setFilter({ endedFrom: '', endedTo: '' })}
          clearLabel={listFiltersTexts.anyEndTime}
        >
          <p className="max-w-60 p-1 text-muted">{listFiltersTexts.betweenTheseTimes}</p>
        </FilterPill>
      )}
    </>
  )
}
