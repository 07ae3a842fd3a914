# Sourced by run: writes a few inputs that each parser understands, for the fuzzer to start from.
# shellcheck shell=bash disable=SC2154,SC2016 # corpus is set by run; seeds are no shell's

# seed NAME FORMAT [ARGUMENT…]: one file, as printf writes it.
seed() {
    # shellcheck disable=SC2059 # the format is the seed
    printf "${@:2}" >"$corpus/$1"
}

zeros() { head -c "$1" /dev/zero; }

seeds_of_Tags() {
    local frames='TIT2\0\0\0\11\0\0\1\377\376A\0B\0\0\0TPE1\0\0\0\4\0\0\3A\0BTCON\0\0\0\11\0\0\0(17)RockTXXX\0\0\0\13\0\0\0MOOD\0calmRVA2\0\0\0\13\0\0album\0\1\374\0\20\0\0USLT\0\0\0\10\0\0\3eng\0OneSYLT\0\0\0\17\0\0\3eng\2\1\0One\0\0\0\5\334APIC\0\0\0\31\0\0\0image/jpeg\0\3\0\377\330\377\340abcdefgh'
    seed id3v24 "ID3\4\0\0\0\0\1\123$frames\377\373\220\0"
    seed id3v23 "ID3\3\0\200\0\0\1\123$frames\377\373\220\0"
    seed id3v22 'ID3\2\0\0\0\0\0\44TT2\0\0\4\0OneTP1\0\0\4\0OnePIC\0\0\12\0JPG\3\0\377\330\377\340'
    { seed id3v1 '\377\373\220\0APETAGEX\320\7\0\0\54\0\0\0\1\0\0\0\0\0\0\200\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0Title\0A'; }
    { printf 'LYRICSBEGINEAL00005AlbumLYR00010[00:01]One000042LYRICS200TAGtitle'; zeros 120; } >"$corpus/lyrics3"
    { printf 'fLaC\0\0\0\42'; zeros 34; printf '\204\0\0\34\4\0\0\0mood\2\0\0\0\7\0\0\0TITLE=A\1\0\0\0='; } >"$corpus/flac"
    { printf 'OggS\0\2'; zeros 8; printf '\1\0\0\0'; zeros 8; printf '\1\36\1vorbis'; zeros 23
      printf 'OggS\0\0'; zeros 8; printf '\1\0\0\0'; zeros 8
      printf '\1\42\3vorbis\4\0\0\0mood\1\0\0\0\13\0\0\0GENRE=Dream'; } >"$corpus/ogg"
    seed wave 'RIFF\70\0\0\0WAVEfmt \20\0\0\0\1\0\2\0\104\254\0\0\20\261\2\0\4\0\20\0LIST\20\0\0\0INFOINAM\4\0\0\0One\0'
    seed aiff 'FORM\0\0\0\26AIFFNAME\0\0\0\3One\0'
}

seeds_of_Text() {
    seed utf16 '\377\376A\0\324\326'
    seed utf16be '\376\377\0A\326\324'
    seed gbk '\326\320\316\304'
    seed utf8 '\357\273\277\303\241b\303'
}

seeds_of_M3U() {
    seed m3u8 '#EXTM3U\r\n#EXTINF:12 a="b,c",A - B\n#EXTALB:C\n#EXTIMG:c.jpg\n../a%%20b.mp3\nhttp://h/x y\nfile:///a%%FF.mp3\nx\\y\n'
    seed latin '\357\273\277#EXTART:\n#PLAYLIST:P\nBj\366rk\n//h/x?y#z\n'
}

seeds_of_PLS() {
    seed pls '[playlist]\nFile1=a\nTitle1=b - c\nLength1=3\nfile9=http://h/x\n'
}

seeds_of_XSPF() {
    seed xspf '<?xml version="1.0" encoding="KOI8-R"?><!DOCTYPE a [<!ENTITY b "c">]><playlist><title>x</title><trackList><track><location>a</location><title>&amp;<![CDATA[b]]>\320</title><duration>5</duration><image/></track></trackList></playlist>'
    seed comment '<!-- --><playlist><trackList><track><location>http://h/a</location><location>b</location></track>'
}

seeds_of_JSPF() {
    seed jspf '{"playlist":{"title":"x","track":[{"location":["a"],"title":"b","duration":5},{"location":"http:\\/\\/h"}]}}'
}

seeds_of_SongList() {
    seed douban '{"r":0,"song":[{"sid":"1","url":"http:\\/\\/h/1","artist":"A / B","like":"1","length":"3","title":"&eacute;","subtype":"T"}]}'
    seed baidu '{"error_code":22000,"song_list":[{"song_id":"http://h/1","artist_name":"A,B","lrclink":"/x"}]}'
    seed jamendo '{"headers":{"status":"success","next":"/n"},"results":[{"audio":"/a","duration":"4"}]}'
    seed subsonic '{"subsonic-response":{"randomSongs":{"song":[{"id":"1","coverArt":"2"}]}}}'
    seed plain '[{"fileName":"a","composer":"b","length":1}]'
    seed refused '{"r":1,"err":"expired"}'
}

seeds_of_Radio() {
    seed stations '[{"stationuuid":"1","url":"http://h/","tags":"a,b","bitrate":128,"hls":0}]'
    seed icy "StreamTitle='Don't';StreamUrl='http://x';\0"
    seed header 'icy-metaint: 16000'
}

seeds_of_Lyrics() {
    seed lrc '[ti:x]\n[offset:-5]\n[00:01.5][01:02]<00:03>a [00:02]b\n[00:01]c\n'
    seed plain 'one\n\n[Chorus]\ntwo'
}

seeds_of_JSON() {
    seed all '{"a":[1,-2.5e3,true,false,null,"\\u00e9\\ud83d\\ude00\\n"],"b":{}}'
}

seeds_of_JSON5() {
    seed all '// a\n{ music: "~/M\\x41\\u00e9\\\nx", output: { buffer: +.5e1, "n": 0x1F, },\n /* b */ tags: [Infinity, -NaN, null, true,], }'
}

seeds_of_HTTP() {
    seed part 'content-range: bytes 5-9/10\ncontent-length: 5\netag: "a"\ncontent-type: audio/mpeg; charset=x'
    seed station 'icy-metaint: 16000\nretry-after: 120\nlast-modified: x'
}

seeds_of_MPEG() {
    local frame='\377\373\120\0'
    { printf "ID3\4\0\0\0\0\0\1\0"; for _ in 1 2 3; do printf "%b" "$frame"; zeros 205; done; printf TAG; zeros 125; } >"$corpus/tagged"
    { printf '\377\373\120\0'; zeros 32; printf 'Xing\0\0\0\17\0\0\0\2\0\0\2\161'; zeros 400; } >"$corpus/xing"
    { printf 'RIFF\0\1\0\0WAVEfmt \20\0\0\0\125\0'; zeros 14; printf 'data\0\1\0\0'; } >"$corpus/wrapped"
}

seeds_of_Events() {
    seed edits '{"command":"edit","edit":"add","tracks":[{"uri":"/a"},{"uri":"/b","title":"B"},{"uri":"/c"}],"at":"end"}\n{"command":"play"}\n{"command":"modes","shuffle":true,"repeat":"all"}\n{"command":"next"}\n{"command":"edit","edit":"move","entries":[1,2],"at":"index","index":1}\n{"command":"undo"}\n{"report":"failed","ticket":1,"text":"x"}\n'
    seed record '0123456789abcdef 1 {"command":"stop"}\n'
}

seeds_of_Snapshot() {
    seed player '{"player":{"current":1,"state":"paused","start":3.5,"repeat":"all","shuffle":true,"volume":50,"playOrder":{"cycle":[1,2],"played":1,"inserted":0,"fresh":false,"history":[1],"back":0}},"queue":{"nextID":3,"entries":[{"id":1,"uri":"/a"},{"id":2,"uri":"/b"}]}}'
}

seeds_of_Requests() {
    seed call '{"jsonrpc":"2.0","id":1,"method":"queue.add","params":{"items":["/a",{"uri":"http://h"}],"at":"next","play":true}}'
    seed batch '[{"jsonrpc":"2.0","id":"x","method":"status"},{"jsonrpc":"2.0","method":"player.seek","params":{"offset":5}}]'
}

seeds_of_Framing() {
    seed lines 'one\r\n\n{"two":2}\nthree'
}

seeds_of_Socket() {
    seed calls '{"jsonrpc":"2.0","id":1,"method":"next"}\r\n\n{"jsonrpc":"2.0","id":"x","method":"queue.add","params":{"items":["/a"]}}\n'
    seed events '{"jsonrpc":"2.0","id":null,"method":"events.subscribe","params":{"topics":["volume","played"]}}\n{"jsonrpc":"2.0","id":2,"method":"play"}\n'
    seed batch '[{"jsonrpc":"2.0","id":1,"method":"mood.set"},{"jsonrpc":"2.0","method":"stop"},7]\n{"jsonrpc":"2.0","method":"status"}\n'
    seed discover '{"jsonrpc":"2.0","id":1.5e3,"method":"rpc.discover","params":{}}'
}

seeds_of_Sound() {
    local bytes='\0\1\2\3\4\5\6\7' eight
    seeds_of_MPEG
    eight=$(printf "%s" "$bytes" "$bytes" "$bytes" "$bytes")
    seed wave "RIFF\\104\0\0\0WAVEfmt \20\0\0\0\1\0\2\0\104\254\0\0\20\261\2\0\4\0\20\0data\40\0\0\0$eight"
    seed aiff "FORM\0\0\0\116AIFFCOMM\0\0\0\22\0\1\0\0\0\20\0\20\100\16\254\104\0\0\0\0\0\0SSND\0\0\0\50\0\0\0\0\0\0\0\0$eight"
    { printf 'fLaC\200\0\0\42\20\0\20\0\0\0\16\0\0\20\12\304\102\360\0\0\1\0'; zeros 16; printf '\377\370\311\30\0\302'; zeros 40; } >"$corpus/flac"
    { printf 'OggS\0\2'; zeros 8; printf '\1\0\0\0'; zeros 8; printf '\1\36\1vorbis\0\0\0\0\2\104\254\0\0'; zeros 14; } >"$corpus/ogg"
    { printf 'OggS\0\2'; zeros 8; printf '\1\0\0\0'; zeros 8; printf '\1\23OpusHead\1\2\70\1\200\273\0\0\0\0\0'; } >"$corpus/opus"
}

seeds_of_Marks() {
    seed marks 'like 0123456789abcdef calm\nban fedcba9876543210 sad\nnone 0123456789abcdef calm\nlike 0123456789abcdef two words\n'
    seed sealed '0000000000000000 like 0123456789abcdef calm\n'
}

seeds_of_Configuration() {
    seed all '{ music: ["~/Music", "/mnt"], output: { type: "pipe", path: "~/p", format: "float", rate: 48000, channels: 1 }, moods: { calm: "~/c", sad: { type: "library", genres: ["blues"] }, happy: { type: "songs", url: "http://h/" }, angry: { type: "radio", tags: ["metal"] } }, resume: "paused", previousRestartsAfter: 3, replayGain: "album", replayGainPreamp: -3, crossfade: 5, tags: { fallbackEncodings: ["GB18030"] }, lyrics: { positiveOffset: "later" }, scan: { command: ["moodscan"], minimumScore: 0.5 } }'
    seed pulse '{ output: { sink: "x", buffer: 2 }, notifications: true, pauseOnSleep: false, playlists: null, unknown: 1 }'
    seed user-dirs 'XDG_MUSIC_DIR="$HOME/My\\ Music/"\n'
    seed bus 'unix:path=/run/user/1000/bus%%20x,guid=1;tcp:host=h'
}

seeds_of_Detector() {
    seed emotions '{"emotions":{"happy":0.91,"sad":0.02,"calm":0.05,"angry":0.02},"faces":1,"frames":5}'
    seed smiling '{"smiling":{"result":1,"score":0.98}}'
}

seeds_of_Answers() {
    seed status '{"jsonrpc":"2.0","id":1,"result":{"state":"playing","stalled":false,"entry":{"id":1,"uri":"/a","name":"a","title":"t","artists":["x"],"duration":9.5},"next":null,"index":0,"queueLength":1,"position":3.5,"positionTime":1e9,"volume":40,"muted":false,"repeat":"all","shuffle":true,"consume":false,"stopAfterCurrent":false,"mood":{"name":"calm","source":null,"score":0.5},"output":{"name":"x","state":"running"},"error":"e"}}'
    seed event '{"jsonrpc":"2.0","method":"event.volume","params":{"sequence":42,"value":{"level":40,"muted":false}}}'
    seed error '{"jsonrpc":"2.0","id":"x","error":{"code":-32602,"message":"m","data":{"reason":"invalidParams","parameter":"p"}}}'
    seed info '{"jsonrpc":"2.0","id":1,"result":{"version":"1","api":{"major":1,"minor":0},"instance":"i","pid":1,"uptime":2.5,"capabilities":["a"],"faults":[]}}'
}

seeds_of_CommandLine() {
    seed words 'add\n--play\n-f{{artist}} - {{trunc(title, 5)}}\n--\n-10\n./21\n'
    seed numbers '3-5\nid:7\n1:30\n+10\n50%%\n5%%-\n1:02:03.5\n-\n'
    seed template '{{duration(position)}}/{{default(album, "x")}} {{(1 + 2) * 3 / position}}{{emoji(state)}}{{markup_escape(lc(name))}}'
}

seeds_of_Terminal() {
    seed keys 'qj\33[A\33[1;2C\33OP\33[5~\33\33[<0;10;5M\33[<64;1;1m\t\r\177\303\251'
    seed paste '\33[200~some \33[31m text\33[201~x'
    seed text 'e\314\201 \360\237\217\263\357\270\217\342\200\215\360\237\214\210 \346\227\245\342\200\256x'
}
