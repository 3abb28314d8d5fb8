import { stem } from "./stem.ts";

/** Words that users and APIs use interchangeably. Each line is one group. */
const GROUPS = `
repo repository
ticket issue bug
user member person people account profile
contact customer client lead
mail email inbox
picture photo image avatar
doc document file object
folder directory
movie film
song track music
series episode tv
price cost rate quote pricing
stock share equity ticker
company business organization organization firm enterprise
cart basket
order purchase
payment charge transaction
bill invoice
event meeting appointment booking reservation
sheet spreadsheet
row record entry
comment reply note remark
label tag
chat conversation channel room thread message
job vacancy position career
weather forecast
location place address
language locale
phone telephone mobile
sms text
server instance machine vm
reboot restart
tweet status
like favorite favorite star
password secret credential
site website
page webpage
video clip
recipe meal dish food
hotel accommodation lodging
flight airline airport
team club squad
match game fixture
score result
league competition tournament
standing ranking leaderboard
currency exchange forex
crypto cryptocurrency coin bitcoin
news article headline story
review rating feedback
product item
store shop
zip zipcode postcode postal
coordinate latitude longitude geo
attendee participant guest
recent latest newest last
popular trending top
upcoming next future
similar related recommendation
dictionary definition meaning
lyric song
author writer
begin start launch
stop terminate halt
convert conversion converter
translate translation translator
analyze analysis analytics
summarize summary summarization
build pipeline job workflow
deploy deployment release
fee tax
playlist album
salary wage income
vehicle car
doctor physician provider
student pupil learner
course class lesson
school university college
vote poll survey
form questionnaire
answer response submission reply
reminder todo task
database table
query sql
copy duplicate clone
archive trash
`;

const synonyms = new Map<string, Set<string>>();
for (const line of GROUPS.trim().split("\n")) {
  const terms = line.split(" ").map(stem);
  for (const term of terms) {
    const others = synonyms.get(term) ?? new Set();
    for (const other of terms) if (other !== term) others.add(other);
    synonyms.set(term, others);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The stems of the synonyms of a stem. */
export const synonymsOf = (term: string): ReadonlySet<string> => synonyms.get(term) ?? NONE;
