-- Words by which a run is found in the search of the list: of its input and its tags (core/run/search/search-words.ts). Written with the index
-- of runs, never by the engine's commits. A GIN index of words finds by the beginning of a word, without an extension.
alter table "run_search" add column "words" tsvector;
update "run_search" q set "words" = array_to_tsvector(array(
  select distinct left(w.word, 64)
    from jsonb_path_query(q."input", 'lax $.** ? (@.type() == "string" || @.type() == "number")') v(value),
         regexp_split_to_table(lower(v.value #>> '{}'), '[[:space:][:punct:]]+') w(word)
   where w.word <> '' limit 100))
 where "input" is not null;
create index "run_search_words_idx" on "run_search" using gin ("words");
