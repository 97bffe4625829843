import type { Resolutions } from '#core/graph/merge/merge-drafts.ts'
import type { DesignerDocument } from '../document/document.ts'
import type { Autosave } from './autosave.ts'
import type { RecoveryCopy } from './recovery-copies.ts'

/** The outcome of an automatic merge, for the user who did not see the merge happen. */
export interface Merged {
  /** The user who saved first. */
  readonly by: string
  /** Their changes in words; empty where only the text differs. */
  readonly changes: readonly string[]
  /** Steps that both users moved. */
  readonly placed: readonly string[]
}

export interface MergingPorts {
  readonly document: DesignerDocument
  readonly autosave: Autosave
  /** Stores the replaced texts in this browser, or reports that storing failed. */
  storeCopies(copies: readonly RecoveryCopy[]): void
  merged(merged: Merged): void
  /** Reports that the user must decide the conflict. */
  undecided(): void
  now(): number
}

interface TheirDraft {
  readonly text: string
  readonly revision: number
  readonly updatedBy: string
}

export interface DraftMerging {
  /** Merges another user's earlier save. Differing changes of the same thing remain a conflict. */
  reconcile(): Promise<void>
  /** Settles the conflict by the user's choices. The replaced texts are kept as copies. */
  decide(choices: Resolutions): Promise<boolean>
  /** Takes in another user's save. Unsaved local changes are saved first, and thereby merged. */
  meet(theirs: TheirDraft): Promise<void>
  /** Shows another user's newer draft, unless there are unsaved local changes. */
  receive(theirs: TheirDraft): Promise<void>
}

/** The merge code loads on first use: most drafts have one author. */
const load = () => import('./prepare-merge.ts')

/** Lets several users work on one draft: the user who saves second merges, in their own window. */
export function createMerging({ document, autosave, storeCopies, merged, undecided, now }: MergingPorts): DraftMerging {
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
      storeCopies([
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
