#include "zen_class.h"

#include <map>

#include "ossuary/base/number.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view table = R"(
# ---- worlds
zCWorld 64513 64513
    sections
oCWorld:zCWorld 64513 64513
    {save npcCount:int {npcCount* [npc]} NoOfEntries:int {NoOfEntries* [npc] spawnPos:vec3 timer:float}
          spawningEnabled:bool {G2 spawnFlags:int}}
VobTree 0 0
    vobs
CutscenePlayer 0 0
    [%]
SkyCtrl 0 0
    [%]
WayNet 0 0
    [%]
EndMarker 0 0
zCWayNet 0 0
    waynetVersion:int numWaypoints:int {numWaypoints* [waypoint#]} numWays:int {numWays* [wayl#] [wayr#]}
zCWaypoint 0 0
    wpName:string waterDepth:int underWater:bool position:vec3 direction:vec3
zCCSPlayer 36865 36865
    lastProcessDay:int lastProcessHour:int playListCount:int {playListCount* [%]}
oCCSPlayer:zCCSPlayer 36865 36865
zCSkyControler_Outdoor 52417 52417
    masterTime:float rainWeight:float rainStart:float rainStop:float rainSctTimer:float rainSndVol:float dayCtr:float
    {G2 fadeScale:float renderLightning:bool isRaining:bool rainCtr:int}

# ---- dialogues
zCCSLib 0 0
    NumOfItems:int {NumOfItems* [%]}
zCCSBlock 0 0
    blockName:string numOfBlocks:int {numOfBlocks* subBlock#:float [%]}
zCCSAtomicBlock 0 0
    [%]
zCEventMessage 0 0
oCNpcMessage:zCEventMessage 0 0
oCMsgConversation:oCNpcMessage:zCEventMessage 0 0
    subType:enum text:string name:string

# ---- materials
zCMaterial 17408 39939
    name:string matGroup:enum color:color smoothAngle:float texture:string texScale:string texAniFPS:float
    texAniMapMode:enum texAniMapDir:string noCollDet:bool noLightmap:bool lodDontCollapse:bool detailObject:string
    {G2 detailObjectScale:float forceOccluder:bool environmentalMapping:bool environmentalMappingStrength:float
        waveMode:enum waveSpeed:enum waveMaxAmplitude:float waveGridSize:float ignoreSunLight:bool alphaFunc:enum}
    defaultMapping:rawFloat2

# ---- visuals
zCProgMeshProto 0 64513
zCMesh 0 64513
zCModel 0 0
zCMorphMesh 0 0
zCParticleFX 0 0
zCAICamera 0 0
zCDecal 0 64513
    name:string decalDim:rawFloat2 decalOffset:rawFloat2 decal2Sided:bool decalAlphaFunc:enum decalTexAniFPS:float
    {G2 decalAlphaWeight:byte ignoreDayLight:bool}

# ---- what drives things, in saved games
zCEventManager 0 0
    cleared:bool active:bool [emCutscene]
zCAIPlayer 0 36865
oCAniCtrl_Human:zCAIPlayer 0 36865
oCAIHuman:oCAniCtrl_Human:zCAIPlayer 0 36865
    waterLevel:int floorY:float waterY:float ceilY:float feetY:float headY:float fallDistY:float fallStartY:float
    [aiNpc] walkMode:int weaponMode:int wmodeLast:int wmodeSelect:int changeWeapon:bool actionMode:int
oCAIVobMove 0 0
    [vob] [owner]
oCNpcTalent 0 64513
    talent:int value:int skill:int

# ---- VOBs
zCVob 12289 52224
    pack:int
    {!pack presetName:string bbox3DWS:rawFloat6 trafoOSToWSRot:raw36 trafoOSToWSPos:vec3 vobName:string visual:string
        showVisual:bool visualCamAlign:enum
        {G2 visualAniMode:enum visualAniModeStrength:float vobFarClipZScale:float}
        cdStatic:bool cdDyn:bool staticVob:bool dynShadow:enum {G2 zbias:int isAmbient:bool} [visual] [ai]}
    {pack {G1 dataRaw:raw74} {G2 dataRaw:raw83}
        {#preset presetName:string} {#name vobName:string} {#visual_name visual:string} {#visual [visual]} {#ai [ai]}
        {save {#event_manager [%]}}}
    {save sleepMode:byte nextOnTimer:float
        {#physics vel:vec3 mode:byte gravOn:bool gravScale:float slideDir:vec3}}
zCVobLevelCompo:zCVob 12289 52224
zCVobSpot:zCVob 12289 52224
zCVobStartpoint:zCVob 12289 52224
zCVobStair:zCVob 12289 52224
zCVobScreenFX:zCVob 12289 193
    {save {G1 blend:raw20 cinema:raw20 fovMorph:raw20} {G2 blend:raw48 cinema:raw48 fovMorph:raw48}
        fovSaved:rawFloat2 fovSaved1st:rawFloat2}
zCVobAnimate:zCVob 12289 52224
    startOn:bool {save isRunning:bool}
zCVobLensFlare:zCVob 64704 193
    lensflareFX:string
zCVobLight:zCVob 46080 39168
    lightPresetInUse:string lightType:enum range:float color:color spotConeAngle:float lightStatic:bool
    lightQuality:enum lensflareFX:string
    {!lightStatic turnedOn:bool rangeAniScale:string rangeAniFPS:float rangeAniSmooth:bool colorAniList:string
        colorAniFPS:float colorAniSmooth:bool {G2 canMove:bool}}
zCVobSound:zCVob 12289 12289
    sndVolume:float sndMode:enum sndRandDelay:float sndRandDelayVar:float sndStartOn:bool sndAmbient3D:bool
    sndObstruction:bool sndConeAngle:float sndVolType:enum sndRadius:float sndName:string
    {save soundIsRunning:bool soundAllowedToRun:bool}
zCVobSoundDaytime:zCVobSound:zCVob 12289 12289
    sndStartTime:float sndEndTime:float sndName2:string
oCZoneMusic:zCVob 0 0
    enabled:bool priority:int ellipsoid:bool reverbLevel:float volumeLevel:float loop:bool
    {save local_enabled:bool dayEntranceDone:bool nightEntranceDone:bool}
oCZoneMusicDefault:oCZoneMusic:zCVob 0 0
zCZoneZFog:zCVob 64704 5505
    fogRangeCenter:float innerRangePerc:float fogColor:color {G2 fadeOutSky:bool overrideColor:bool}
zCZoneZFogDefault:zCZoneZFog:zCVob 64704 5505
zCZoneVobFarPlane:zCVob 12289 52224
    vobFarPlaneZ:float innerRangePerc:float
zCZoneVobFarPlaneDefault:zCZoneVobFarPlane:zCVob 12289 52224
zCZoneReverb:zCVob 52224 52224
    reverbPreset:enum reverbWeight:float innerRangePerc:float
zCZoneReverbDefault:zCZoneReverb:zCVob 52224 52224
zCZoneMusic:zCVob 52224 52224
zCMusicControler:zCVob 52224 52224
zCTouchAnimate:zCVob 52224 52224
zCTouchAnimateSound:zCTouchAnimate:zCVob 52224 52224
    sfxTouch:string
oCItem:zCVob 0 0
    itemInstance:string {save amount:int flags:int}
oCMOB:zCVob 47105 47105
    focusName:string hitpoints:int damage:int moveable:bool takeable:bool focusOverride:bool soundMaterial:enum
    visualDestroyed:string owner:string ownerGuild:string isDestroyed:bool
oCMobInter:oCMOB:zCVob 35585 35585
    stateNum:int triggerTarget:string useWithItem:string conditionFunc:string onStateFunc:string rewind:bool
oCMobLadder:oCMobInter:oCMOB:zCVob 35585 35585
oCMobSwitch:oCMobInter:oCMOB:zCVob 35585 35585
oCMobWheel:oCMobInter:oCMOB:zCVob 35585 35585
oCMobBed:oCMobInter:oCMOB:zCVob 61440 61440
oCMobFire:oCMobInter:oCMOB:zCVob 18433 18433
    fireSlot:string fireVobtreeName:string
oCMobContainer:oCMobInter:oCMOB:zCVob 64513 64513
    locked:bool keyInstance:string pickLockStr:string contains:string
    {save NumOfEntries:int {NumOfEntries* [%]}}
oCMobDoor:oCMobInter:oCMOB:zCVob 64513 64513
    locked:bool keyInstance:string pickLockStr:string
oCMobItemSlot:oCMobInter:oCMOB:zCVob 35585 35585
    itemRemoveable:bool [insertedItem]
zCTrigger:zCVob 47105 47105
    triggerTarget:string flags:raw1 filterFlags:raw1 respondToVobName:string numCanBeActivated:int
    retriggerWaitSec:float damageThreshold:float fireDelaySec:float
    {save nextTimeTriggerable:float [savedOtherVob] countCanBeActivated:int {G2 isEnabled:bool}}
oCCSTrigger:zCTrigger:zCVob 24577 24577
oCTriggerScript:zCTrigger:zCVob 24577 24577
    scriptFunc:string
oCTriggerChangeLevel:zCTrigger:zCVob 24577 24577
    levelName:string startVobName:string
zCTriggerTeleport:zCTrigger:zCVob 5505 5505
    sfxTeleport:string
zCTriggerList:zCTrigger:zCVob 59776 5505
    listProcess:enum numTarget:byte {numTarget* triggerTarget#:string fireDelay#:float}
    {save actTarget:byte sendOnTrigger:bool}
zCMover:zCTrigger:zCVob 39936 39936
    moverBehavior:enum touchBlockerDamage:float stayOpenTimeSec:float moverLocked:bool autoLinkEnabled:bool
    {G2 autoRotate:bool} numKeyframes:word
    {numKeyframes moveSpeed:float posLerpType:enum speedType:enum keyframes:raw28*numKeyframes}
    {save actKeyPosDelta:vec3 actKeyframeF:float actKeyframe:int nextKeyframe:int moveSpeedUnit:float advanceDir:float
        moverState:enum numTriggerEvents:int stayOpenTimeDest:float}
    sfxOpenStart:string sfxOpenEnd:string sfxMoving:string sfxCloseStart:string sfxCloseEnd:string sfxLock:string
    sfxUnlock:string sfxUseLocked:string
zCTriggerUntouch:zCVob 193 193
    triggerTarget:string
zCTriggerWorldStart:zCVob 52224 52224
    triggerTarget:string fireOnlyFirstTime:bool {save {G2 hasFired:bool}}
zCMessageFilter:zCVob 0 0
    triggerTarget:string onTrigger:enum onUntrigger:enum
zCCodeMaster:zCVob 0 0
    triggerTarget:string orderRelevant:bool firstFalseIsFailure:bool triggerTargetFailure:string untriggerCancels:bool
    numSlaves:byte {numSlaves* slaveVobName#:string}
    {save {G2 numSlavesTriggered:byte {numSlavesTriggered* [%]}}}
zCMoverControler:zCVob 0 0
    triggerTarget:string moverMessage:enum gotoFixedKey:int
zCPFXControler:zCVob 12289 52224
    pfxName:string killVobWhenDone:bool pfxStartOn:bool
zCEarthquake:zCVob 52224 52224
    radius:float timeSec:float amplitudeCM:vec3
zCTouchDamage:zCVob 193 193
    damage:float damageTypeDefault:bool damageRepeatDelaySec:float damageVolDownScale:float damageCollType:enum
oCTouchDamage:zCTouchDamage:zCVob 36865 36865
    instead damage:float Barrier:bool Blunt:bool Edge:bool Fire:bool Fly:bool Magic:bool Point:bool Fall:bool
    damageRepeatDelaySec:float damageVolDownScale:float damageCollType:enum
zCCSCamera:zCVob 30720 33793
    camTrjFOR:enum targetTrjFOR:enum loopMode:enum splLerpMode:enum ignoreFORVobRotCam:bool
    ignoreFORVobRotTarget:bool adaptToSurroundings:bool easeToFirstKey:bool easeFromLastKey:bool totalTime:float
    autoCamFocusVobName:string autoCamPlayerMovable:bool autoCamUntriggerOnLastKey:bool
    autoCamUntriggerOnLastKeyDelay:float numPos:int numTargets:int {numPos* [%]} {numTargets* [%]}
    {save {G2 paused:bool started:bool gotoTimeMode:bool csTime:float}}
zCCamTrj_KeyFrame:zCVob 34560 31489
    time:float angleRollDeg:float camFOVScale:float motionType:enum motionTypeFOV:enum motionTypeRoll:enum
    motionTypeTimeScale:enum tension:float bias:float continuity:float timeScale:float timeIsFixed:bool
    originalPose:raw64
oCNpc:zCVob 52224 29697
    npcInstance:string
    {save modelScale:vec3 modelFatness:float numOverlays:int {numOverlays* overlay:string} flags:int guild:int
        guildTrue:int level:int xp:int xpnl:int lp:int numTalents:int {numTalents* [%]} fightTactic:int fightMode:int
        wounded:bool mad:bool madTime:int player:bool
        atr0:int atr1:int atr2:int atr3:int atr4:int atr5:int atr6:int atr7:int {G2 hc0:int hc1:int hc2:int hc3:int}
        mission0:int mission1:int mission2:int mission3:int mission4:int startAIState:string
        {G1 scriptVars:raw200} {G2 scriptVars:raw400} scriptWp:string attitude:int tmpAttitude:int nameNr:int
        spells:raw4 NumOfEntries:int
        {NumOfEntries* told:bool spread_time:float spreadType:int news_id:int gossip:bool guildvictim:bool
            witnessName:string offenderName:string victimName:string}
        [carryVob] [enemy] moveLock:bool packed:string
        {G1 packed:string packed:string packed:string packed:string packed:string packed:string packed:string
            packed:string}
        itemCount:int {itemCount* [item] {#short_key shortKey:int}}
        numInvSlots:int {numInvSlots* used:bool name:string {used [vob] inInv:bool}}
        curState.valid:bool curState.name:string curState.prgIndex:int curState.isRtnState:bool
        nextState.valid:bool nextState.name:string nextState.prgIndex:int nextState.isRtnState:bool
        lastAIState:int hasRoutine:bool rtnChanged:bool rtnOverlay:bool rtnOverlayCount:int walkmode_routine:int
        weaponmode_routine:bool startNewRoutine:bool aiStateDriven:int aiStatePos:vec3 curRoutine:string respawn:bool
        respawnTime:int protection:raw32 {G2 bsInterruptableOverride:int npcType:int spellMana:int}}
)";

// Splits the table into words; braces are words of their own.
class Words {
public:
    std::string_view next() {
        while (true) {
            const std::size_t start = rest_.find_first_not_of(" \n");
            if (start == rest_.npos) return rest_ = {};
            rest_.remove_prefix(start);
            if (!rest_.starts_with("# ")) break;
            rest_.remove_prefix(rest_.find('\n'));
        }
        std::size_t size = rest_[0] == '{' || rest_[0] == '}' ? 1 : rest_.find_first_of(" \n{}");
        const std::string_view word = rest_.substr(0, size);
        rest_.remove_prefix(word.size());
        return word;
    }

private:
    std::string_view rest_ = table;
};

std::uint32_t number_in(std::string_view digits) {
    return static_cast<std::uint32_t>(parse_integer(digits).value_or(0));
}

std::string_view strip_number(std::string_view name, bool& numbered) {
    numbered = name.size() > 1 && name.ends_with('#');
    return numbered ? name.substr(0, name.size() - 1) : name;
}

ZenStep entry_of(std::string_view word) {
    const std::size_t colon = word.find(':');
    ZenStep step;
    step.name = strip_number(word.substr(0, colon), step.numbered);
    std::string_view type = word.substr(colon + 1);
    const std::size_t digits = type.find_first_of("123456789");
    // `vec3` has its number in its name.
    if (digits != type.npos && type != "vec3") {
        std::string_view size = type.substr(digits);
        type = type.substr(0, digits);
        if (const std::size_t star = size.find('*'); star != size.npos) {
            step.times = size.substr(star + 1);
            size = size.substr(0, star);
        }
        step.size = number_in(size);
    }
    parse_name(type, step.type);
    return step;
}

ZenStep block_of(std::string_view condition) {
    ZenStep step{.kind = ZenStep::Kind::block};
    if (condition == "G1" || condition == "G2") {
        step.when = condition == "G1" ? ZenStep::When::gothic1 : ZenStep::When::gothic2;
    } else if (condition == "save") {
        step.when = ZenStep::When::save_game;
    } else if (condition.starts_with('!')) {
        step.when = ZenStep::When::zero;
        step.name = condition.substr(1);
    } else if (condition.ends_with('*')) {
        step.when = ZenStep::When::times;
        step.name = condition.substr(0, condition.size() - 1);
    } else {
        step.when = ZenStep::When::nonzero;
        step.name = condition;
    }
    return step;
}

std::vector<ZenClass> read_table() {
    std::vector<ZenClass> classes;
    std::vector<std::uint32_t> blocks;
    Words words;
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        std::vector<ZenStep>* steps = classes.empty() ? nullptr : &classes.back().steps;
        const auto count = [&] { return static_cast<std::uint32_t>(steps->size()); };
        if (word == "{") {
            blocks.push_back(count());
            steps->push_back(block_of(words.next()));
        } else if (word == "}") {
            (*steps)[blocks.back()].end = count();
            blocks.pop_back();
            steps->push_back({.kind = ZenStep::Kind::end});
        } else if (word == "sections" || word == "vobs") {
            steps->push_back({.kind = word == "vobs" ? ZenStep::Kind::vobs : ZenStep::Kind::sections});
        } else if (word == "instead") {
            classes.back().instead = true;
        } else if (word.starts_with('[')) {
            ZenStep step{.kind = ZenStep::Kind::object};
            step.name = strip_number(word.substr(1, word.size() - 2), step.numbered);
            steps->push_back(step);
        } else if (ZenStep step = entry_of(word); step.type != ZenType{}) {
            steps->push_back(step);
        } else {
            ZenClass& made = classes.emplace_back();
            made.chain = word;
            made.name = class_name(word);
            for (std::uint16_t& version : made.versions) version = static_cast<std::uint16_t>(number_in(words.next()));
        }
    }
    return classes;
}

} // namespace

std::span<const ZenClass> zen_classes() {
    static const std::vector<ZenClass> classes = read_table();
    return classes;
}

const ZenClass* find_class(std::string_view name) {
    static const std::map<std::string_view, const ZenClass*> by_name = [] {
        std::map<std::string_view, const ZenClass*> map;
        for (const ZenClass& known : zen_classes()) map.emplace(known.name, &known);
        return map;
    }();
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : found->second;
}

std::string_view class_name(std::string_view chain) { return chain.substr(0, chain.find(':')); }
bool is_vob(std::string_view chain) { return chain == "zCVob" || chain.ends_with(":zCVob"); }

ZenClasses classes_of(std::string_view chain) {
    ZenClasses found;
    for (std::string_view rest = chain; !rest.empty() && found.complete;) {
        const std::size_t colon = rest.rfind(':');
        const ZenClass* known = find_class(colon == rest.npos ? rest : rest.substr(colon + 1));
        rest = colon == rest.npos ? std::string_view() : rest.substr(0, colon);
        if (!known) {
            found.complete = false;
        } else {
            if (known->instead) found.classes.resize(std::min<std::size_t>(1, found.classes.size()));
            found.classes.push_back(known);
        }
    }
    return found;
}

std::optional<Game> game_by_vob_version(Bytes archive) {
    // u16 version, u32 index, `%`, the class.
    const std::string_view text = as_text(archive);
    const std::uint16_t gothic1 = find_class("zCVob")->version(Game::gothic1),
                        gothic2 = find_class("zCVob")->version(Game::gothic2);
    using namespace std::string_view_literals;
    std::size_t first = text.npos;
    std::optional<Game> game;
    for (const std::string_view head : {"%\0zCVob\0"sv, "%\0zCVobSpot:zCVob\0"sv}) {
        for (std::size_t at = text.find(head); at < first; at = text.find(head, at + 1)) {
            if (at < 6) continue;
            const auto version = load<std::uint16_t>(archive.data() + at - 6, Endian::little);
            if (version != gothic1 && version != gothic2) continue;
            game = version == gothic1 ? Game::gothic1 : Game::gothic2;
            first = at;
        }
    }
    return game;
}

} // namespace ossuary::zengin
