import type { Realm } from './realm.ts'

/** The realms of a thread by the hash of their code, the least recently used one first out. */
export class Realms {
  private readonly most: number
  private readonly loaded = new Map<string, Realm>()

  constructor(most: number) {
    this.most = most
  }

  find(hash: string): Realm | undefined {
    const realm = this.loaded.get(hash)
    if (realm !== undefined) this.add(hash, realm)
    return realm
  }

  add(hash: string, realm: Realm): void {
    this.loaded.delete(hash)
    this.loaded.set(hash, realm)
    const [oldest] = this.loaded.keys()
    if (this.loaded.size > this.most && oldest !== undefined) this.loaded.delete(oldest)
  }
}
