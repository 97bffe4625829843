/** The tables of the example database, as one text that changes nothing when they exist. The numbers are always the same. */
export const shopTables = `
begin;
create table if not exists product (
  id int primary key,
  name text not null,
  price numeric(8, 2) not null
);
create table if not exists sale (
  id int primary key,
  product_id int not null references product,
  quantity int not null,
  sold_on date not null
);
insert into product values
  (1, 'Table loom', 640.00), (2, 'Shuttle', 18.50), (3, 'Wool, blue', 9.90), (4, 'Wool, undyed', 7.20),
  (5, 'Linen yarn', 12.40), (6, 'Warping board', 85.00)
  on conflict do nothing;
insert into sale
  select n, 1 + n % 6, 1 + (n * 7) % 5, date '2026-01-01' + (n * 3) % 90 from generate_series(1, 120) n
  on conflict do nothing;
commit;
`
