/**
 * Frequent words and verbs of requests in languages with Latin letters, without accents. No word is an
 * ordinary English one.
 */
const BY_LANGUAGE = {
  afrikaans: "die het nie vir jou ons hulle wat skep stuur voeg skrap wys soek maak gister vandag",
  albanian: "nje dhe per ne me te krijo dergo shto fshi gjej",
  basque: "eta bat sortu bidali gehitu ezabatu bilatu",
  catalan:
    "amb els les una dels aquest aquesta crea envia afegeix elimina cerca mostra actualitza avui dema",
  croatian:
    "novi nova novu sve svi za koji koja moj moja moje kreiraj posalji dodaj obrisi prikazi pronadi napravi stvori danas sutra jucer",
  czech:
    "novy nova pro vsechny vsech ktery ktera muj moje vytvor vytvorit posli odeslat pridej pridat smaz smazat zobraz najdi napis dnes zitra vcera",
  danish:
    "det og jeg ikke med til af fra opret tilfoj slet vis hent alle mine min nye nyt ny skriv imorgen opdater besked",
  dutch:
    "het een van voor met naar niet mijn alle deze maak stuur voeg toe verwijder toon zoek wijzig bijwerken verzenden nieuwe nieuw aan bij vandaag morgen gisteren klant factuur",
  estonian: "ja ei uus uue minu koik loo saada lisa kustuta naita otsi tana homme",
  filipino: "ang mga ng sa na para gumawa magpadala ipadala idagdag burahin hanapin lahat aking",
  finnish:
    "ja ei uusi uuden kaikki minun luo laheta lisaa poista nayta hae etsi paivita tanaan huomenna eilen asiakkaalle lasku",
  french:
    "le la les un une des du de et dans avec pour sur est qui que mon ma mes tous toutes ce cette nouveau nouvelle creer cree creez envoyer envoie envoyez ajouter ajoute supprimer supprime afficher affiche trouver trouve chercher cherche montre lister liste modifier au aux hier demain aujourd facture",
  german:
    "der das ein eine einen einem einer und fur mit von zu nicht ist ich mir mein meine meinen alle neue neuen neues neuer dem auf bei bitte im zum zur aus erstelle erstellen anlegen lege sende senden schicke schicken suche suchen finde finden zeige zeigen losche loschen hinzufugen fuge andere andern aktualisiere verschiebe schreibe heute morgen gestern welche wie rechnung aufgabe",
  hungarian:
    "az egy es uj minden hozz letre keszits kuldj adj torold mutasd keresd holnap tegnap szamlat nekem",
  icelandic: "og ad nyja nyjan stofna bua senda eyda bæta syna fyrir mina",
  indonesian:
    "dan di ke dari yang untuk dengan ini itu baru saya semua buat buatkan kirim kirimkan tambahkan hapus tampilkan cari ubah hari besok kemarin pesan tugas",
  irish: "agus an ar le cruthaigh seol scrios nua",
  italian:
    "il lo la gli un una di del della dei delle nel nella con per che mio mia miei mie tutti tutte questo questa nuovo nuova crea creare invia inviare manda mandare aggiungi aggiungere elimina eliminare mostra mostrami trova cerca modifica aggiorna oggi domani ieri fattura",
  latvian: "un ar uz jauns jaunu visi izveido nosuti pievieno dzes paradi rit",
  lithuanian: "ir su nauja nauja visi sukurk siusk prideti istrink rodyk rytoj",
  malay: "dan di ke dari untuk yang baru saya semua cipta hantar hantarkan tambah padam cari esok",
  norwegian:
    "det og jeg ikke med til av fra opprett lag legg slett vis hent alle mine min nye nytt ny skriv oppdater melding",
  polish:
    "do na dla nie jest moje moj moja nowy nowa nowe nowego wszystkie utworz stworz wyslij dodaj usun pokaz znajdz wyszukaj zmien napisz dzis dzisiaj jutro wczoraj fakture zadanie w ze",
  portuguese:
    "os as um uma dos das do da de em no na nos nas com para por que meu minha meus minhas todos todas este esta novo nova crie criar envie enviar adicione adicionar exclua excluir mostre mostrar encontre procure liste atualize hoje amanha ontem fatura tarefa",
  romanian:
    "un una unei si cu pentru din la pe meu mea toate toti acest creeaza trimite adauga sterge arata gaseste cauta actualizeaza azi maine ieri factura",
  slovak:
    "novy nova novu pre vsetky ktory ktora moj moja moje vytvor posli pridaj zmaz zobraz najdi dnes zajtra vcera",
  slovenian: "nov nova novo za vse moj ustvari poslji dodaj izbrisi prikazi poisci jutri danes",
  spanish:
    "el la los las un una unos del de en con para por que mi mis todos todas este esta nuevo nueva crea crear envia enviar manda anade anadir agrega agregar elimina eliminar muestra mostrar busca buscar encuentra lista actualiza hoy manana ayer factura tarea",
  swahili: "na ya wa kwa katika yangu mpya yote unda tuma ongeza futa onyesha tafuta kesho leo",
  swedish:
    "det och jag inte med av fran skapa skicka lagg ta visa hamta alla mina min nya nytt ny skriv uppdatera idag imorgon ett kund faktura",
  turkish:
    "bir ve bu icin ile yeni tum bana olustur gonder ekle sil goster bul ara guncelle bugun yarin dun mesaj gorev fatura",
  vietnamese: "va cho cua mot cac toi tao gui them xoa tim voi trong",
  welsh: "yn ar i gyda newydd creu anfon dileu",
} as const;

/** Words of the lists that English texts have, too: words, names, and parts of names. */
const AMBIGUOUS = new Set(
  "a an and are as at be by do in is it me no not of on or so the to we he was man men per die art lag legs legs ta na un ne ya ma os dos das no nos nas am es et al az ad ar i ja je la le les las los el de del der des di da du van von san lo il un ve bu bul ara sil ki ke sa ng das do em na di del dun pat per ru su rit com con pour sur est age que qui sea tim them trong tao va cho bat one para media data alle mine min via post or if with from for over under list liste lists modern mon mi mis mes son sons ton tons as ir do la leo unda nova novo nov moja hoy her here idag manda crea leg lege made mein art bei zu zur fire none loo ei ale vis visa visas fan far fra lisa luo lisa hae tag tags today note".split(
    " ",
  ),
);

/** Returns whether a word, in lowercase and without accents, belongs to requests in another language. */
export const isForeignWord = (word: string): boolean => FOREIGN.has(word);

/** Whether a word may be one of another language or part of an English text. */
export const isAmbiguousWord = (word: string): boolean => AMBIGUOUS.has(word) && ALL.has(word);

const ALL = new Set(Object.values(BY_LANGUAGE).flatMap((words) => words.split(" ")));
const FOREIGN = new Set([...ALL].filter((word) => !AMBIGUOUS.has(word)));
