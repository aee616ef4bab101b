/** The most common choices, the most frequent first: whole passwords, and words that they are made of. */
export const commonWords: readonly string[] = `
password qwerty welcome admin letmein iloveyou monkey dragon secret login master sunshine princess football baseball
shadow superman batman trustno michael jordan hunter ranger buster soccer hockey killer george charlie andrew michelle
love jessica pepper daniel access joshua maggie starwars silver william dallas yankees ashley amanda orange freedom
computer thunder nicole ginger heather hammer summer corvette taylor austin merlin matthew golfer cheese martin
chelsea patrick richard diamond yellow bigdog secure whatever cookie chocolate banana flower purple cowboy
samantha jennifer thomas robert internet phoenix mickey bailey knight iceman tigers purple andrea dakota
aaaaaa hello matrix family winter spring autumn monday friday january february march april june july august september
october november december london paris berlin prague vienna madrid moscow boston chicago texas florida canada mexico
india china germany france brazil england scotland ireland liverpool arsenal barcelona madrid juventus
google facebook instagram twitter youtube apple microsoft samsung windows android linux office company business
server backup holdall files folder cloud drive share system default temp temporary test testing user guest root demo
sample example changeme change please abc abcdef qwertz azerty asdf zxcvb qazwsx pass passwort heslo senha contrasena
motdepasse parola haslo wachtwoord losenord angel angels baby lovely beautiful happy lucky forever friend friends
mother father sister brother family mama papa mommy daddy honey sweet sugar candy coffee pizza cheese burger
dog cat horse rabbit tiger lion eagle wolf bear snake spider dolphin turtle butterfly puppy kitty kitten mouse
red blue green black white pink gold star stars moon heaven angel jesus christ church faith blessed grace maria
david james john robert peter paul mark lucas adam alex anna emma laura sarah julia sophie lisa maria eva jan petr
jakub tomas martin lukas honza katka lenka jana veronika nikola barbora michal marek filip ondrej vojta
money dollar poker casino player gamer gaming minecraft fortnite pokemon pikachu naruto sasuke goku zelda mario sonic
metallica nirvana eminem slipknot guitar music rock metal hiphop dance ninja samurai warrior wizard magic
mustang ferrari porsche mercedes toyota honda yamaha harley suzuki audi ford jaguar
war peace life world people time house home work school student teacher doctor nurse police soldier captain
new old big small good bad best hot cool super great one two three four five six seven eight nine ten
king queen prince lady lord boss chief rain snow fire water earth wind storm ocean river mountain forest garden
`
  .trim()
  .split(/\s+/);
