import type { Choices } from '#core/graph/merge/merge-drafts.ts'
import type { Autosave } from '../document/autosave.ts'
import type { DesignerDocument } from '../document/document.ts'
import type { RecoveryCopy } from './recovery-copies.ts'

/** What was merged by itself, for the person who did not see it happen. */
export interface Merged {
  /** Who saved first. */
  readonly by: string
  /** What came from them, in words; empty where only the text differs. */
  readonly changes: readonly string[]
  /** Steps that both had moved. */
  readonly placed: readonly string[]
}

export interface MergingPorts {
  readonly document: DesignerDocument
  readonly autosave: Autosave
  /** Keeps texts that give way, in this browser, or says that it could not. */
  keepCopies(copies: readonly RecoveryCopy[]): void
  merged(merged: Merged): void
  /** Something has to be decided. */
  undecided(): void
  now(): number
}

interface TheirDraft {
  readonly text: string
  readonly revision: number
  readonly updatedBy: string
}

export interface DraftMerging {
  /** Merges what somebody else saved first; what both changed in different ways stays a conflict. */
  reconcile(): Promise<void>
  /** Settles the conflict by what was chosen for each thing; the texts that give way are kept as copies. */
  decide(choices: Choices): Promise<boolean>
  /** Takes in what somebody else saved: together with what is unsaved here, which is saved, and thereby merged, first. */
  meet(theirs: TheirDraft): Promise<void>
  /** Shows a newer draft of somebody else, unless there is something of one's own to be saved. */
  receive(theirs: TheirDraft): Promise<void>
}

/** The merge itself comes when it is needed for the first time: most drafts have one author. */
const load = () => import('./prepare-merge.ts')

/** Lets several people work on one draft: whoever saves second merges, in their own window. */
export function createMerging({ document, autosave, keepCopies, merged, undecided, now }: MergingPorts): DraftMerging {
  const conflict = () => {
    const { state, base } = autosave.store.getState()
    return state.kind === 'conflict' ? { theirs: state.theirs, base } : null
  }
  const receive = async (theirs: TheirDraft) => {
    const { prepareMerge } = await load()
    const mine = document.current()
    const { state, revision, base } = autosave.store.getState()
    if (state.kind !== 'saved' || mine !== base || theirs.revision <= revision) return
    const prepared = prepareMerge({ base, mine, theirs: theirs.text }, document.store.getState().history)
    autosave.adopt(theirs.text, theirs.revision, now())
    document.merge(prepared)
    merged({ by: theirs.updatedBy, changes: prepared.changes, placed: [] })
  }
  return {
    async reconcile() {
      const { prepareMerge } = await load()
      const mine = document.current()
      const found = conflict()
      if (found === null) return
      const { theirs, base } = found
      const prepared = prepareMerge({ base, mine, theirs: theirs.text }, document.store.getState().history)
      if (prepared.conflicts.length > 0) {
        autosave.undecided()
        undecided()
        return
      }
      document.merge(prepared)
      merged({ by: theirs.updatedBy, changes: prepared.changes, placed: prepared.placed })
      await autosave.resolve(prepared.text)
    },
    async decide(choices) {
      const { prepareMerge } = await load()
      const mine = document.current()
      const found = conflict()
      if (found === null) return false
      const { theirs, base } = found
      const prepared = prepareMerge({ base, mine, theirs: theirs.text }, document.store.getState().history, choices)
      keepCopies([
        { at: now(), of: 'mine', by: theirs.updatedBy, text: mine },
        { at: now(), of: 'theirs', by: theirs.updatedBy, text: theirs.text },
      ])
      document.merge(prepared)
      return autosave.resolve(prepared.text)
    },
    async meet(theirs) {
      if (await autosave.flush()) await receive(theirs)
    },
    receive,
  }
}
