import { limits } from '#core/limits.ts'
import { readValueCondition } from '#core/run/search/value-condition.ts'
import { listFiltersTexts } from '../../texts/list-filters.ts'
import { isTrouble } from '../../trouble-words.ts'
import { isPhase, isSeverity } from './phase-choices.ts'
import { instantOf, isSpan, type RunAddress } from './run-address.ts'

const { firstYear, lastYear } = limits.instant

/**
 * An unreadable condition of the address. A list that ignored it would show, and act on, more runs than the address
 * means.
 */
export interface Unreadable {
  readonly key: keyof RunAddress
  /** The text in the address. */
  readonly text: string
  readonly sentence: string
}

const numbers = {
  version: listFiltersTexts.enterWholeNumberAsVersion,
  longer: listFiltersTexts.enterDurationInSecondsSuch,
  shorter: listFiltersTexts.enterDurationInSecondsSuch,
} as const
const instants = ['from', 'to', 'endedFrom', 'endedTo'] as const
const words = {
  since: { isRight: isSpan, sentence: listFiltersTexts.use1h24h7dOr },
  cause: {
    isRight: (text: string) => /^[0-9a-f]{16}$/.test(text),
    sentence: listFiltersTexts.causeHas16DigitsAnd,
  },
  trouble: { isRight: isTrouble, sentence: listFiltersTexts.thereIsNoSuchProblem },
  parent: {
    isRight: (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
    sentence: listFiltersTexts.fullRunId,
  },
  waits: {
    isRight: (text: string) => ['person', 'signal', 'yes', 'no'].includes(text),
    sentence: listFiltersTexts.personSignalYesEither,
  },
} as const

const names: Partial<Record<keyof RunAddress, string>> = {
  from: listFiltersTexts.createdFrom,
  to: listFiltersTexts.createdUntil,
  since: listFiltersTexts.createdIn,
  endedFrom: listFiltersTexts.endedFrom,
  endedTo: listFiltersTexts.endedUntil,
  longer: listFiltersTexts.longerThanWord,
  shorter: listFiltersTexts.shorterThanWord,
}

/** The words on the condition's pill. */
export const wrongWords = ({ key, text }: Unreadable) =>
  text === ''
    ? listFiltersTexts.isNotValid(names[key] ?? key)
    : listFiltersTexts.isNotValidNamesAndText(names[key] ?? key, text)

/** The conditions of an address that cannot be read. */
export function unreadable(address: RunAddress): readonly Unreadable[] {
  const found: Unreadable[] = []
  for (const text of address.value) {
    if (readValueCondition(text) === null) {
      const sentence = listFiltersTexts.pathComparisonAndValue
      found.push({ key: 'value', text, sentence })
    }
  }
  const lists = [
    ['phase', isPhase],
    ['severity', isSeverity],
  ] as const
  for (const [key, isRight] of lists) {
    for (const text of address[key]) {
      if (!isRight(text)) found.push({ key, text, sentence: listFiltersTexts.noSuchPhase })
    }
  }
  for (const key of instants) {
    const text = address[key]
    const sentence = listFiltersTexts.timeSuchAs2026(firstYear, lastYear)
    if (text !== '' && instantOf(text) === null) found.push({ key, text, sentence })
  }
  for (const [key, { isRight, sentence }] of Object.entries(words) as [keyof typeof words, typeof words.since][]) {
    const text = address[key]
    if (text !== '' && !isRight(text)) found.push({ key, text, sentence })
  }
  for (const [key, sentence] of Object.entries(numbers) as [keyof typeof numbers, string][]) {
    if (Number.isNaN(address[key])) found.push({ key, text: '', sentence })
  }
  return found
}

/** The parameters in the form that the address setter takes. */
type Written = {
  -readonly [Key in keyof RunAddress]: RunAddress[Key] extends readonly string[] ? string[] : RunAddress[Key]
}

/** The change that removes one condition from the address. */
export function without(address: RunAddress, { key, text }: Unreadable): Partial<Written> {
  if (key === 'value' || key === 'phase' || key === 'severity') {
    return { [key]: address[key].filter((each) => each !== text) }
  }
  return { [key]: key in numbers ? null : '' }
}

/** The readable part of the address, which the pills of the list show. */
export function readable<Address extends RunAddress>(address: Address): Address {
  let rest = address
  for (const wrong of unreadable(address)) rest = { ...rest, ...without(rest, wrong) }
  return rest
}
